import { useQuery } from '@tanstack/react-query';
import { isMarked } from '../api/pending-marks.ts';
import type { Mark, UserData } from '../api/reader.ts';
import { readerQueries } from '../api/reader-queries.ts';
import { useSession } from '../api/session.ts';

/** The signed-in reader's uid, if any; not of one who must add a second factor first. */
export function useUid(): string | undefined {
  const session = useSession();
  if (session.status !== 'signed_in' || session.reader.mustAddFactor) return undefined;
  return session.reader.uid;
}

/** Selects part of the reader's data; rerenders only when that part changes. */
export function useUserPart<Part>(select: (data: UserData) => Part) {
  const uid = useUid();
  return useQuery({ ...readerQueries.userData(uid ?? ''), enabled: uid !== undefined, select });
}

const whole = (data: UserData) => data;

/** The reader's data. */
export function useUserData() {
  return useUserPart(whole);
}

/** The same, refetched on each visit, for screens that show it. */
export function useFreshUserData() {
  const uid = useUid();
  return useQuery({
    ...readerQueries.userData(uid ?? ''),
    enabled: uid !== undefined,
    refetchOnMount: 'always',
  });
}

/** Whether the reader has set this mark; `undefined` while unknown. */
export function useMarked(mark: Mark): boolean | undefined {
  return useUserPart((data) => isMarked(data, mark)).data;
}

/** Whether this article has a notification. */
export function useUnread(slug: string): boolean {
  return useUserPart((data) => data.notifications.articles.includes(slug)).data ?? false;
}
