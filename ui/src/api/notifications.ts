import type { QueryClient } from '@tanstack/react-query';
import { logFailure } from '../log.ts';
import { sendAllCleared, sendCleared, sendForgotten, type UserData } from './reader.ts';
import { readerQueries } from './reader-queries.ts';

/** All notifications, in whatever list. */
export function countNotifications(data: UserData): number {
  return Object.values(data.notifications).reduce((sum, list) => sum + list.length, 0);
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((slug, at) => slug === other[at]);
}

/** Shows the notifications of the server's latest answer. */
export function receiveNotifications(client: QueryClient, uid: string, articles: string[]): void {
  const { queryKey } = readerQueries.userData(uid);
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus === 'fetching') {
    // What is on its way may be older or newer than these: if it differs, it is asked for again.
    const ask = () => {
      const loaded = client.getQueryData(queryKey)?.notifications.articles;
      if (loaded && !isSame(loaded, articles)) {
        void client.invalidateQueries({ queryKey, exact: true });
      }
    };
    query.promise?.then(ask, () => undefined);
  }
  const data = client.getQueryData(queryKey);
  if (!data) return;
  const before = data.notifications.articles;
  if (isSame(before, articles)) return;
  client.setQueryData(queryKey, { ...data, notifications: { ...data.notifications, articles } });
  if (articles.some((slug) => !before.includes(slug))) {
    void client.invalidateQueries({ queryKey: ['reader', uid, 'notifications'] });
  }
}

/* The same article may be on the screen twice. */
const clearing = new Set<string>();

/**
 * Clears an article's notification; returns whether the server accepted it. A failure is only
 * logged.
 */
export async function clearNotification(
  client: QueryClient,
  uid: string,
  slug: string,
): Promise<boolean> {
  const key = `${uid} ${slug}`;
  if (clearing.has(key)) return false;
  clearing.add(key);
  try {
    const { notifications } = await sendCleared(uid, slug);
    const { queryKey } = readerQueries.userData(uid);
    client.setQueryData(queryKey, (data) => data && { ...data, notifications });
    await client.invalidateQueries({ queryKey });
    return true;
  } catch (error) {
    logFailure('The notification was not cleared.', error);
    return false;
  } finally {
    clearing.delete(key);
  }
}

/** Clears all shown notifications; returns whether the server accepted it. */
export async function clearAll(client: QueryClient, uid: string): Promise<boolean> {
  const { queryKey } = readerQueries.userData(uid);
  const shown = client.getQueryData(queryKey)?.notifications.articles ?? [];
  if (shown.length === 0) return true;
  try {
    const { notifications } = await sendAllCleared(uid, shown);
    client.setQueryData(queryKey, (data) => data && { ...data, notifications });
    await client.invalidateQueries({ queryKey });
    return true;
  } catch (error) {
    logFailure('The notifications were not cleared.', error);
    return false;
  }
}

/** Removes the notifications that were seen; returns whether the server accepted it. */
export async function forgetRead(client: QueryClient, uid: string): Promise<boolean> {
  try {
    await sendForgotten(uid);
  } catch (error) {
    logFailure('The read notifications were not removed.', error);
    return false;
  }
  await client.invalidateQueries({ queryKey: ['reader', uid, 'read-notifications'] });
  return true;
}
