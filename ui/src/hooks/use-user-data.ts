import { useQuery } from '@tanstack/react-query';
import type { Mark, UserData } from '../api/reader.ts';
import { readerQueries } from '../api/reader-queries.ts';
import { useSession } from '../api/session.ts';
import { isMarked } from '../api/wishes.ts';

/** Who is signed in, if anybody. */
export function useUid(): string | undefined {
  const session = useSession();
  return session.status === 'signed_in' ? session.reader.uid : undefined;
}

/** A part of the reader's own data: only when that part changes is anything drawn anew. */
export function useUserPart<Part>(select: (data: UserData) => Part) {
  const uid = useUid();
  return useQuery({ ...readerQueries.userData(uid ?? ''), enabled: uid !== undefined, select });
}

const whole = (data: UserData) => data;

/** What the product knows of its reader. */
export function useUserData() {
  return useUserPart(whole);
}

/** The same, asked for anew at each visit: for the screens that show what it says. */
export function useFreshUserData() {
  const uid = useUid();
  return useQuery({
    ...readerQueries.userData(uid ?? ''),
    enabled: uid !== undefined,
    refetchOnMount: 'always',
  });
}

/** Whether the reader has set this mark; `undefined` while that is not known. */
export function useMarked(mark: Mark): boolean | undefined {
  return useUserPart((data) => isMarked(data, mark)).data;
}

/** Whether this article waits as a notification. */
export function useUnread(slug: string): boolean {
  return useUserPart((data) => data.notifications.articles.includes(slug)).data ?? false;
}
