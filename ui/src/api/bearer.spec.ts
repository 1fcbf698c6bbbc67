import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authServer, exampleSession, noServer, refusal } from '../test/auth-server.ts';
import { Channel, signedIn, visit } from '../test/visit.ts';

const bearers = (calls: ReturnType<typeof authServer>) =>
  calls.map(({ path, headers }) => [path, headers.get('Authorization')]);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  Channel.open = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('S01 calls of a reader', () => {
  const like = { '/topics': { body: [] } };

  test('carry the access token', async () => {
    const { calls, authed } = await signedIn(like);
    await authed.GET('/topics');
    expect(bearers(calls)).toEqual([['/topics', 'Bearer access-1']]);
  });

  test('a token near its end is refreshed first', async () => {
    const { calls, authed } = await signedIn({
      ...like,
      '/token': { body: exampleSession({ access_token: 'access-2' }) },
    });
    await vi.advanceTimersByTimeAsync(869_000);
    await authed.GET('/topics');
    await vi.advanceTimersByTimeAsync(1_000);
    await authed.GET('/topics');
    expect(bearers(calls)).toEqual([
      ['/topics', 'Bearer access-1'],
      ['/token', null],
      ['/topics', 'Bearer access-2'],
    ]);
  });

  test('an expired one is refreshed once and the call repeated', async () => {
    const { calls, authed } = await signedIn({
      '/token': { body: exampleSession({ access_token: 'access-2' }) },
      '/topics': (_, { headers }) =>
        headers.get('Authorization') === 'Bearer access-2'
          ? { body: [] }
          : refusal('id_token_expired', 401),
    });
    const { response } = await authed.GET('/topics');
    expect(response.status).toBe(200);
    expect(calls.map(({ path }) => path)).toEqual(['/topics', '/token', '/topics']);
  });

  test('refused with a new token too, the session is over', async () => {
    const { calls, authed, sessionSnapshot } = await signedIn({
      '/token': { body: exampleSession({ access_token: 'access-2' }) },
      '/topics': refusal('invalid_user_token', 401),
    });
    await expect(authed.GET('/topics')).rejects.toMatchObject({ code: 'invalid_user_token' });
    expect(calls).toHaveLength(3);
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
  });

  test('a refusal that does not speak of the token ends nothing', async () => {
    const { calls, authed, sessionSnapshot } = await signedIn({
      '/topics': refusal('forbidden', 403),
    });
    await authed.GET('/topics');
    expect(calls).toHaveLength(1);
    expect(sessionSnapshot().status).toBe('signed_in');
  });

  test('many calls at once wait for one refresh', async () => {
    const { calls, accessToken } = await signedIn({
      '/token': { body: exampleSession({ access_token: 'access-2' }), after: 100 },
    });
    await vi.advanceTimersByTimeAsync(900_000);
    const asked = Promise.all([accessToken(), accessToken(), accessToken()]);
    await vi.advanceTimersByTimeAsync(100);
    expect(await asked).toEqual(['access-2', 'access-2', 'access-2']);
    expect(calls).toHaveLength(1);
  });

  test('one tab at a time refreshes', async () => {
    const request = vi.fn((_: string, work: () => Promise<unknown>) => work());
    vi.stubGlobal('navigator', { ...navigator, onLine: true, locks: { request } });
    const { refreshSession } = await signedIn({ '/token': { body: exampleSession() } });
    await refreshSession();
    expect(request).toHaveBeenCalledExactlyOnceWith('paragraf::refresh', expect.any(Function));
  });

  test('a network that fails meanwhile ends nothing', async () => {
    const { accessToken, sessionSnapshot } = await signedIn();
    await vi.advanceTimersByTimeAsync(900_000);
    noServer();
    await expect(accessToken()).rejects.toThrow('Failed to fetch');
    expect(sessionSnapshot().status).toBe('signed_in');
  });

  test('signed out, nothing is sent', async () => {
    const calls = authServer({});
    const { authed } = await visit();
    await expect(authed.GET('/topics')).rejects.toMatchObject({ code: 'user_signed_out' });
    expect(calls).toEqual([]);
  });
});
