import { createParser } from 'eventsource-parser';
import { minute, second } from '../durations.ts';
import { logFailure } from '../log.ts';
import { pause } from '../task.ts';
import { openNotificationStream } from './reader.ts';

const firstWait = second;
const longestWait = minute;

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

/* Reads until the stream ends; returns whether any event arrived. */
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

/** The delay before the next attempt: exponential with jitter. */
export function waitBefore(failures: number, random = Math.random()): number {
  const wait = Math.min(longestWait, firstWait * 2 ** failures);
  return wait / 2 + (wait / 2) * random;
}

/** Follows the notification stream until the signal aborts, and reconnects after failures. */
export async function followNotifications(
  uid: string,
  onArticles: (articles: string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      // A stream that delivered events ends when its token expires; that is no failure.
      failures = (await listen(uid, onArticles, signal)) ? 0 : failures + 1;
    } catch (error) {
      if (signal.aborted) return;
      if (failures === 0) logFailure('The notifications cannot be followed.', error);
      failures += 1;
    }
    if (!signal.aborted) await pause(waitBefore(failures), signal);
  }
}
