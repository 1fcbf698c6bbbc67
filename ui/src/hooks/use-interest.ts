import { useMemo, useState } from 'react';
import type { UserData } from '../api/reader.ts';
import { useSession } from '../api/session.ts';
import type { Interest } from './interest.ts';
import { useInterests } from './use-interests.ts';
import { useUserPart } from './use-user-data.ts';

const nothing: string[] = [];
const marks = ({ bookmarks, articles_tracked, notifications }: UserData) => ({
  bookmarks,
  tracked: articles_tracked,
  unread: notifications.articles,
});

/**
 * What makes an article the reader's own; `undefined` while unknown. A notification that was seen
 * counts until the reader leaves, so that its card stays in its place.
 */
export function useInterest(): Interest | undefined {
  const { status } = useSession();
  const { topics } = useInterests();
  const { data, isError } = useUserPart(marks);
  const [notified, setNotified] = useState<string[]>(nothing);

  const unread = data?.unread ?? nothing;
  const added = unread.filter((slug) => !notified.includes(slug));
  if (added.length > 0) setNotified([...notified, ...added]);

  const known =
    status === 'signed_out' || status === 'unreachable' || data !== undefined || isError;
  return useMemo(() => {
    if (!known) return undefined;
    const { bookmarks = nothing, tracked = nothing } = data ?? {};
    return { topics: topics ?? nothing, bookmarks, tracked, notified };
  }, [known, topics, data, notified]);
}
