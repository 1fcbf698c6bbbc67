import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keptReport } from '../api/kept-report.ts';
import { pendingChanges } from '../api/pending-answers.ts';
import { mergeAnswers, sendHeld } from '../api/profiles.ts';
import { useSession } from '../api/session.ts';
import { chosenProfile } from '../hooks/chosen-profile.ts';
import { deviceAnswers } from '../hooks/device-answers.ts';
import { eraseAnswers } from '../hooks/erase-answers.ts';
import { useProfileName } from '../hooks/use-profile-name.ts';
import { useUid } from '../hooks/use-user-data.ts';
import { logFailure } from '../log.ts';

async function move(client: QueryClient, uid: string, name: string): Promise<void> {
  const answers = deviceAnswers.get();
  try {
    await mergeAnswers(client, uid, { ...answers, name });
  } catch (error) {
    // Tried again on the next visit.
    logFailure('The answers of this device were not saved.', error);
    return;
  }
  eraseAnswers(client);
}

/**
 * Moves the answers of this device into the account at sign-in, sends what waited for a connection,
 * and leaves nothing of the account at sign-out.
 */
export function useKeptAnswers(): void {
  const client = useQueryClient();
  const { status } = useSession();
  const uid = useUid();
  const nameOf = useProfileName();
  const name = nameOf(deviceAnswers.get().facts.subject);

  useEffect(() => {
    const { facts, skipped } = deviceAnswers.get();
    if (uid !== undefined && Object.keys(facts).length + skipped.length > 0) {
      void move(client, uid, name);
    }
  }, [client, uid, name]);

  useEffect(() => {
    if (uid === undefined) return undefined;
    keptReport.removeOfAccount(uid);
    pendingChanges.restore(uid);
    const send = () =>
      sendHeld(client, uid).catch((error) => logFailure('The answers were not saved.', error));
    void send();
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, [client, uid]);

  useEffect(() => {
    if (status !== 'signed_out') return;
    keptReport.removeOfAccount();
    pendingChanges.clear();
    chosenProfile.forget();
  }, [status]);
}
