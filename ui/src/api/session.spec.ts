import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authServer, exampleSession, exampleUser, noServer, refusal } from '../test/auth-server.ts';
import { clearPrivateData } from './query-client.ts';

type Server = Parameters<typeof authServer>[0];

/* Each test is a visit of its own: the modules begin anew, as a page does. */
async function visit() {
  vi.resetModules();
  const session = await import('./session.ts');
  const { authed } = await import('./client.ts');
  return { ...session, authed };
}

class Channel {
  static open: Channel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor() {
    Channel.open.push(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.open) if (other !== this) other.onmessage?.({ data });
  }
  close() {
    Channel.open = Channel.open.filter((other) => other !== this);
  }
}

const mark = 'paragraf::signed-in';
const settled = () => vi.advanceTimersByTimeAsync(0);
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

async function signedIn(server: Server = {}, changes = {}) {
  const calls = authServer(server);
  const session = await visit();
  session.startSession();
  session.adoptSession(exampleSession(changes));
  return { calls, ...session };
}

describe('a visit begins', () => {
  test('a visitor makes no call', async () => {
    const calls = authServer({});
    const { startSession, sessionSnapshot, accessToken } = await visit();
    startSession();
    await settled();
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
    expect(await accessToken()).toBeNull();
    expect(calls).toEqual([]);
  });

  test('whoever may have a session is asked for, silently', async () => {
    window.localStorage.setItem(mark, '1');
    const calls = authServer({ '/token': { body: exampleSession() } });
    const { startSession, sessionSnapshot, accessToken } = await visit();
    expect(sessionSnapshot()).toEqual({ status: 'loading' });
    startSession();
    expect(await accessToken()).toBe('access-1');
    expect(sessionSnapshot()).toMatchObject({
      status: 'signed_in',
      reader: { displayName: 'Ana Pop', emailVerified: true, notificationCount: 0 },
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers.get('X-Requested-With')).toBe('paragraf');
  });

  test('a session that the server knows no more is over', async () => {
    window.localStorage.setItem(mark, '1');
    authServer({ '/token': refusal('missing_refresh_token', 401) });
    const { startSession, sessionSnapshot } = await visit();
    startSession();
    await settled();
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
    expect(window.localStorage.getItem(mark)).toBeNull();
  });

  test('without a network nobody is signed out for good', async () => {
    window.localStorage.setItem(mark, '1');
    noServer();
    const { startSession, sessionSnapshot } = await visit();
    startSession();
    await settled();
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
    authServer({ '/token': { body: exampleSession() } });
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(sessionSnapshot().status).toBe('signed_in');
  });
});

describe('S04 persistence', () => {
  test.each([
    ['local', '1'],
    ['session', '1'],
    ['none', null],
  ] as const)('%s leaves the mark %s for the next visit', async (persistence, expected) => {
    await signedIn({}, { persistence });
    expect(window.localStorage.getItem(mark)).toBe(expected);
  });

  test('session: when the browser was closed the cookie is gone, and so is the session', async () => {
    await signedIn({}, { persistence: 'session' });
    const calls = authServer({ '/token': refusal('missing_refresh_token', 401) });
    const { startSession, sessionSnapshot } = await visit();
    startSession();
    await settled();
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
    expect(calls).toHaveLength(1);
  });

  test('none: the refresh token is in this page only, and travels in the body', async () => {
    const { calls, refreshSession, signOut } = await signedIn(
      {
        '/token': { body: exampleSession({ persistence: 'none', refresh_token: 'r2' }) },
        '/sign-out': { body: {} },
      },
      { persistence: 'none', refresh_token: 'r1' },
    );
    await refreshSession();
    await signOut();
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/token', { refresh_token: 'r1' }],
      ['/sign-out', { refresh_token: 'r2' }],
    ]);
    expect(JSON.stringify({ ...window.localStorage, ...window.sessionStorage })).not.toContain(
      'r1',
    );
  });

  test('tokens are written nowhere', async () => {
    await signedIn();
    const kept = JSON.stringify({ ...window.localStorage, ...window.sessionStorage });
    expect(kept).not.toContain('access-1');
    expect(document.cookie).toBe('');
  });
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
    await vi.advanceTimersByTimeAsync(839_000);
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
    const { response } = await authed.GET('/topics');
    expect(response.status).toBe(401);
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

describe('S03 signing out', () => {
  test('with the server down: over here at once, and only logged', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { signOut, sessionSnapshot, accessToken } = await signedIn();
    noServer();
    const done = signOut();
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
    await expect(done).resolves.toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
    expect(await accessToken()).toBeNull();
    expect(window.localStorage.getItem(mark)).toBeNull();
  });

  test('an answer that comes late signs nobody in again', async () => {
    const { signOut, refreshSession, sessionSnapshot } = await signedIn({
      '/token': { body: exampleSession(), after: 500 },
      '/sign-out': { body: {} },
    });
    const late = refreshSession();
    await signOut();
    await vi.advanceTimersByTimeAsync(500);
    expect(await late).toBeNull();
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
    expect(window.localStorage.getItem(mark)).toBeNull();
  });

  test('what was read for the reader is forgotten, and what is everybody’s stays', async () => {
    const queries = new QueryClient();
    queries.setQueryData(['topics'], []);
    queries.setQueryData(['user-data', 'uid'], {});
    queries.setQueryData(['anything else'], {});
    const { signOut, onSessionEnd } = await signedIn({ '/sign-out': { body: {} } });
    onSessionEnd(() => clearPrivateData(queries));
    await signOut();
    const left = queries.getQueryCache().getAll();
    expect(left.map(({ queryKey }) => queryKey)).toEqual([['topics']]);
  });
});

describe('other tabs', () => {
  test('follow a sign-out without a call', async () => {
    const { calls, sessionSnapshot } = await signedIn();
    new Channel().postMessage({ kind: 'signed_out' });
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
    expect(calls).toEqual([]);
  });

  test('follow a sign-in with the cookie they share', async () => {
    const calls = authServer({ '/token': { body: exampleSession() } });
    const { startSession, sessionSnapshot } = await visit();
    startSession();
    window.localStorage.setItem(mark, '1');
    new Channel().postMessage({ kind: 'signed_in', uid: exampleUser().uid });
    await settled();
    expect(sessionSnapshot().status).toBe('signed_in');
    expect(calls).toHaveLength(1);
  });

  test('are told of both, but not when nothing is shared', async () => {
    const other = new Channel();
    const heard: unknown[] = [];
    other.onmessage = ({ data }) => heard.push(data);
    const { endSession, adoptSession } = await signedIn();
    endSession();
    adoptSession(exampleSession({ persistence: 'none', refresh_token: 'r' }));
    expect(heard).toEqual([{ kind: 'signed_in', uid: exampleUser().uid }, { kind: 'signed_out' }]);
  });

  test('another reader takes the place of the first, whose data is forgotten', async () => {
    const { adoptSession, onSessionEnd, sessionSnapshot, setNotificationCount } = await signedIn();
    const forgotten = vi.fn();
    onSessionEnd(forgotten);
    setNotificationCount(4);
    adoptSession(exampleSession());
    expect(sessionSnapshot()).toMatchObject({ reader: { notificationCount: 4 } });
    expect(forgotten).not.toHaveBeenCalled();
    adoptSession(exampleSession({ user: exampleUser({ uid: 'other' }) }));
    expect(forgotten).toHaveBeenCalledOnce();
    expect(sessionSnapshot()).toMatchObject({ reader: { uid: 'other', notificationCount: 0 } });
  });
});
