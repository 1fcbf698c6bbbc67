import { createParser } from 'eventsource-parser';
import { logFailure } from '../log.ts';
import { openNotificationStream } from './reader.ts';

const firstWait = 1_000;
const longestWait = 60_000;

function articlesOf(data: string): string[] | undefined {
  try {
    const { articles } = JSON.parse(data) as { articles?: unknown };
    return Array.isArray(articles)
      ? articles.filter((slug) => typeof slug === 'string')
      : undefined;
  } catch {
    return undefined;
  }
}

/* Listens until the stream ends; gives whether anything was heard. */
async function listen(
  uid: string,
  onArticles: (articles: string[]) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const stream = await openNotificationStream(uid, signal);
  if (!stream) throw new Error('The stream has no body.');
  let heard = false;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const articles = event === 'notifications' ? articlesOf(data) : undefined;
      if (!articles || signal.aborted) return;
      heard = true;
      onArticles(articles);
    },
  });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return heard;
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** How long to wait before the next try: longer each time, and not all readers at once. */
export function waitBefore(failures: number, random = Math.random()): number {
  const wait = Math.min(longestWait, firstWait * 2 ** failures);
  return wait / 2 + (wait / 2) * random;
}

/** Hears of notifications as they come, until the signal says to stop; connects again by itself. */
export async function followNotifications(
  uid: string,
  onArticles: (articles: string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      // A stream that has spoken ends when the token does: that is no failure.
      failures = (await listen(uid, onArticles, signal)) ? 0 : failures + 1;
    } catch (error) {
      if (signal.aborted) return;
      if (failures === 0) logFailure('The notifications cannot be followed.', error);
      failures += 1;
    }
    if (!signal.aborted) await pause(waitBefore(failures), signal);
  }
}
