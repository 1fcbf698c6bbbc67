import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sendDone } from '../api/reader.ts';
import { readerQueries } from '../api/reader-queries.ts';
import { type DoneSteps, deviceSteps } from '../hooks/device-steps.ts';
import { useUid } from '../hooks/use-user-data.ts';
import { logFailure } from '../log.ts';

async function move(client: QueryClient, uid: string, steps: DoneSteps): Promise<void> {
  try {
    await sendDone(uid, steps, true);
  } catch (error) {
    // Tried again on the next visit.
    logFailure('The ticks of this device were not saved.', error);
    return;
  }
  await client.invalidateQueries({ queryKey: readerQueries.userData(uid).queryKey });
  deviceSteps.remove(steps);
}

/** Moves the ticks of this device into the account at sign-in. */
export function useKeptSteps(): void {
  const client = useQueryClient();
  const uid = useUid();
  useEffect(() => {
    const steps = deviceSteps.get();
    if (uid !== undefined && Object.keys(steps).length > 0) void move(client, uid, steps);
  }, [client, uid]);
}
