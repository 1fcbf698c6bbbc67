import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { setMark } from '../api/marks.ts';
import { doneMark, type UserData } from '../api/reader.ts';
import { useSession } from '../api/session.ts';
import { type DoneSteps, deviceSteps, useDeviceSteps } from './device-steps.ts';
import { useUid, useUserPart } from './use-user-data.ts';

const none: readonly string[] = [];
const ofAccount = (data: UserData): DoneSteps => data.done_steps;

function union(account: DoneSteps, device: DoneSteps): DoneSteps {
  const merged: Record<string, readonly string[]> = { ...account };
  for (const [slug, ids] of Object.entries(device)) {
    merged[slug] = [...new Set([...(merged[slug] ?? none), ...ids])];
  }
  return merged;
}

/**
 * What the reader ticked off: ids by article; `undefined` while unknown. A visitor's ticks are kept
 * on this device, a reader's in the account; those of the device are on their way into it.
 */
export function useAllDone(): DoneSteps | undefined {
  const { status } = useSession();
  const device = useDeviceSteps();
  const { data: account, isError } = useUserPart(ofAccount);
  return useMemo(() => {
    if (account && status === 'signed_in') return union(account, device);
    const isUnavailable = status === 'unreachable' || isError;
    return status === 'signed_out' || isUnavailable ? device : undefined;
  }, [account, device, isError, status]);
}

/** The ids of an article's steps that are ticked off. */
export function useDoneSteps(slug: string): readonly string[] {
  return useAllDone()?.[slug] ?? none;
}

/** Ticks a step off, or takes the tick back: at once on the screen. */
export function useTick(): (slug: string, id: string, isDone: boolean) => void {
  const client = useQueryClient();
  const uid = useUid();
  return (slug, id, isDone) => {
    if (uid === undefined) {
      deviceSteps.set(slug, id, isDone);
      return;
    }
    // A tick that has not reached the account yet is taken back here.
    if (!isDone) deviceSteps.remove({ [slug]: [id] });
    void setMark(client, uid, doneMark(slug, id), isDone);
  };
}
