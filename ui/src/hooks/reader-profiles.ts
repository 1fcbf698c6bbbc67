import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Profile } from '../api/answers.ts';
import { profilesQuery } from '../api/profiles.ts';
import { useSession } from '../api/session.ts';
import { useChosenProfile } from './chosen-profile.ts';
import { useDeviceAnswers } from './device-answers.ts';
import { useOnline } from './use-online.ts';
import { useUid } from './use-user-data.ts';

interface ReaderProfiles {
  /** Oldest first; `undefined` until they are known. A visitor has one, an account none at first. */
  profiles: Profile[] | undefined;
  /** The one that the questions are about. */
  chosen: Profile;
  /** The account's profiles could not be loaded. */
  failed: boolean;
  /** The server that has them cannot be reached. */
  offline: boolean;
}

const unnamed: Profile = { id: undefined, name: '', facts: {}, skipped: [] };

/** The reader's answers: a visitor's are on this device, those of an account are kept with it. */
export function useProfiles(): ReaderProfiles {
  const { status } = useSession();
  const uid = useUid();
  const { facts, skipped } = useDeviceAnswers();
  const id = useChosenProfile();
  const query = useQuery({ ...profilesQuery(uid ?? ''), enabled: uid !== undefined });
  const isVisitor = status === 'signed_out';
  const isUnreachable = status === 'unreachable';
  const online = useOnline();
  const profiles = useMemo(() => {
    if (uid !== undefined) return query.data;
    return isVisitor ? [{ ...unnamed, facts, skipped }] : undefined;
  }, [uid, query.data, isVisitor, facts, skipped]);
  return {
    profiles,
    chosen: profiles?.find((one) => one.id === id) ?? profiles?.[0] ?? unnamed,
    failed: query.isError || (isUnreachable && online),
    offline: query.fetchStatus === 'paused' || (isUnreachable && !online),
  };
}
