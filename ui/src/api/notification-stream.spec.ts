import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showSession } from '../test/fake-session.ts';
import { followNotifications, waitBefore } from './notification-stream.ts';

const encoder = new TextEncoder();

/** A stream that emits these chunks, then ends or stays open. */
function stream(pieces: string[], open = false): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      if (!open) controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

const event = (...articles: string[]) =>
  `event: notifications\ndata: ${JSON.stringify({ articles })}\n\n`;

/* Lets pending streams and promises settle under fake timers. */
async function settle() {
  for (let turn = 0; turn < 30; turn += 1) await vi.advanceTimersByTimeAsync(0);
}

describe('the stream of notifications', () => {
  let heard: string[][];
  let stop: AbortController;
  const fetched = vi.fn<typeof fetch>();
  const follow = () => {
    void followNotifications('uid1', (articles) => heard.push(articles), stop.signal);
  };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
    showSession({});
    heard = [];
    stop = new AbortController();
    fetched.mockReset();
    vi.stubGlobal('fetch', fetched);
  });
  afterEach(() => {
    stop.abort();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('is read in chunks; comments and other events are ignored', async () => {
    const [begin, end] = [event('a', 'b').slice(0, 30), event('a', 'b').slice(30)];
    const other = 'event: other\ndata: {"articles":["x"]}\n\n';
    const broken = 'event: notifications\ndata: {"articles"\n\n';
    fetched.mockResolvedValueOnce(
      stream([event(), ': still here\n\n', begin, end, other, broken], true),
    );
    follow();
    await settle();
    expect(heard).toEqual([[], ['a', 'b']]);
    expect(fetched).toHaveBeenCalledOnce();
    const request = fetched.mock.calls[0]?.[0] as Request;
    expect(new URL(request.url).pathname).toBe('/notifications/uid1/stream');
    expect(request.headers.get('Authorization')).toBe('Bearer token-1');
  });

  test('connects again a second after an end, and later after each failure', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    fetched.mockResolvedValueOnce(stream([event('a')]));
    fetched.mockRejectedValueOnce(new TypeError('no network'));
    fetched.mockResolvedValueOnce(new Response('', { status: 503 }));
    fetched.mockResolvedValueOnce(stream([event('b')], true));
    follow();
    await settle();
    for (const [wait, calls] of [
      [1000, 2],
      [2000, 3],
      [4000, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(wait - 1);
      await settle();
      expect(fetched).toHaveBeenCalledTimes(calls - 1);
      await vi.advanceTimersByTimeAsync(1);
      await settle();
      expect(fetched).toHaveBeenCalledTimes(calls);
    }
    expect(heard).toEqual([['a'], ['b']]);
  });

  test('stops when aborted', async () => {
    fetched.mockResolvedValue(stream([event('a')]));
    follow();
    await settle();
    stop.abort();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('waits grow to a minute, each reader by a little of his own', () => {
    expect([0, 1, 2, 3, 6, 50].map((failures) => waitBefore(failures, 1))).toEqual([
      1000, 2000, 4000, 8000, 60_000, 60_000,
    ]);
    expect(waitBefore(2, 0)).toBe(2000);
  });
});
