import type { QueryClient } from '@tanstack/react-query';
import { logFailure } from '../log.ts';
import { ApiError } from './api-error.ts';
import { changeArticle } from './article-cache.ts';
import { postMark } from './mark-channel.ts';
import {
  isMarked,
  type MarkOutcome,
  type PendingMark,
  pendingKey,
  pendingMarks,
  withMark,
} from './pending-marks.ts';
import { type Mark, type MarkAnswer, sendMark, type UserData } from './reader.ts';
import { ownDeadlines, readerQueries } from './reader-queries.ts';

const counts = { like: 'likes', bookmark: 'bookmarks' } as const;

/** Shows a mark and its count before the server has answered. */
export function showMark(client: QueryClient, uid: string, mark: Mark, on: boolean): void {
  const { queryKey } = readerQueries.userData(uid);
  const data = client.getQueryData(queryKey);
  if (!data || isMarked(data, mark) === on) return;
  // An answer that was sent before this change would undo it on the screen.
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, withMark(data, mark, on));
  if (mark.kind === 'like' || mark.kind === 'bookmark') {
    const count = counts[mark.kind];
    changeArticle(client, mark.id, (article) => ({
      [count]: Math.max(0, article[count] + (on ? 1 : -1)),
    }));
  }
}

export function showCounts(
  client: QueryClient,
  { id }: Mark,
  { likes, bookmarks }: MarkAnswer,
): void {
  if (likes === undefined && bookmarks === undefined) return;
  changeArticle(client, id, () => ({
    ...(likes !== undefined && { likes }),
    ...(bookmarks !== undefined && { bookmarks }),
  }));
}

/* Sends one request at a time; a state wanted meanwhile is sent afterwards. */
async function send(client: QueryClient, pending: PendingMark): Promise<MarkOutcome> {
  const { uid, mark } = pending;
  let saved = !pending.on;
  let answer: MarkAnswer | undefined;
  let outcome: MarkOutcome = 'saved';
  try {
    for (;;) {
      const wanted = pending.on;
      answer = await sendMark(uid, mark, wanted);
      saved = answer.on;
      if (pending.on === wanted) break;
    }
  } catch (error) {
    logFailure(`The ${mark.kind} was not saved.`, error);
    const full = error instanceof ApiError && error.code === 'too_many_follows';
    outcome = full ? 'too_many_follows' : 'failed';
  }
  pendingMarks.delete(pendingKey(uid, mark));
  showMark(client, uid, mark, saved);
  if (answer) {
    showCounts(client, mark, answer);
    postMark({ uid, mark, answer });
  }
  void client.invalidateQueries({ queryKey: ownDeadlines(uid) });
  await client.invalidateQueries({ queryKey: readerQueries.userData(uid).queryKey });
  return outcome;
}

/** Sets a mark: at once on the screen, then on the server. Never rejects. */
// docs/decisions/0022
export function setMark(
  client: QueryClient,
  uid: string,
  mark: Mark,
  on: boolean,
): Promise<MarkOutcome> {
  const data = client.getQueryData(readerQueries.userData(uid).queryKey);
  if (data && isMarked(data, mark) === on) return Promise.resolve('saved');
  showMark(client, uid, mark, on);
  const key = pendingKey(uid, mark);
  const running = pendingMarks.get(key);
  if (running) {
    running.on = on;
    return running.done;
  }
  const pending: PendingMark = { uid, mark, on, done: Promise.resolve('saved') };
  pendingMarks.set(key, pending);
  pending.done = send(client, pending);
  return pending.done;
}

async function loadedData(client: QueryClient, uid: string): Promise<UserData | undefined> {
  const query = readerQueries.userData(uid);
  try {
    await client.ensureQueryData(query);
  } catch (error) {
    logFailure('The reader’s data could not be loaded.', error);
  }
  return client.getQueryData(query.queryKey);
}

/** Toggles a mark. A press before the reader's data has loaded waits for it. */
export async function toggleMark(
  client: QueryClient,
  uid: string,
  mark: Mark,
): Promise<MarkOutcome> {
  const { queryKey } = readerQueries.userData(uid);
  const data = client.getQueryData(queryKey) ?? (await loadedData(client, uid));
  return data ? setMark(client, uid, mark, !isMarked(data, mark)) : 'not_loaded';
}

/** Carries out an intent from before signing in: sets the mark whatever its state was. */
export async function fulfil(client: QueryClient, uid: string, mark: Mark): Promise<MarkOutcome> {
  return (await loadedData(client, uid)) ? setMark(client, uid, mark, true) : 'not_loaded';
}
