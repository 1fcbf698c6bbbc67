import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authServer, exampleSession, exampleUser, noServer, refusal } from '../test/auth-server.ts';
import { Channel, signedIn, visit } from '../test/visit.ts';
import { clearPrivateData } from './query-client.ts';

const mark = 'paragraf::signed-in';
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  Channel.open = [];
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

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

  test('a possible session is restored silently', async () => {
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

  test.each([
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
    ['half a minute has passed', () => vi.advanceTimersByTimeAsync(30_000)],
  ])('without a network the session survives: %s', async (_, wait) => {
    window.localStorage.setItem(mark, '1');
    noServer();
    const { startSession, sessionSnapshot } = await visit();
    startSession();
    await settled();
    expect(sessionSnapshot()).toEqual({ status: 'unreachable' });
    authServer({ '/token': { body: exampleSession() } });
    await wait();
    await settled();
    expect(sessionSnapshot().status).toBe('signed_in');
  });
});

describe('in an outage of the server', () => {
  const unavailable = (wait: string) =>
    authServer({ '/token': refusal('unavailable', 503, { 'Retry-After': wait }) });

  test.each([
    ['15', 15_000],
    ['1', 5_000],
    ['600', 30_000],
  ])('the session is asked for again after the pause that it names: %s s', async (wait, pause) => {
    window.localStorage.setItem(mark, '1');
    const refused = unavailable(wait);
    const { startSession, sessionSnapshot, restoreSession, guestToken } = await visit();
    startSession();
    await settled();
    expect(sessionSnapshot()).toEqual({ status: 'unreachable' });
    expect(window.localStorage.getItem(mark)).toBe('1');
    // Nobody is kept from signing in by it.
    expect(await guestToken()).toBeNull();
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(refused).toHaveLength(1);
    // A reader who does not wait begins the pause again.
    restoreSession();
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(refused).toHaveLength(2);
    const calls = authServer({ '/token': { body: exampleSession() } });
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(sessionSnapshot().status).toBe('signed_in');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
  });

  test('a session that ended meanwhile is over when the server answers', async () => {
    window.localStorage.setItem(mark, '1');
    unavailable('5');
    const { startSession, sessionSnapshot } = await visit();
    startSession();
    await settled();
    authServer({ '/token': refusal('missing_refresh_token', 401) });
    await vi.advanceTimersByTimeAsync(5_000);
    await settled();
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
    expect(window.localStorage.getItem(mark)).toBeNull();
  });

  test('a reader whose token expires stays signed in', async () => {
    const { accessToken, sessionSnapshot } = await signedIn({}, { expires_in: 60 });
    unavailable('1');
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(accessToken()).rejects.toMatchObject({ status: 503 });
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

  test('a late answer does not restore the session', async () => {
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
    new Channel().postMessage({ kind: 'signed_in' });
    await settled();
    expect(sessionSnapshot().status).toBe('signed_in');
    expect(calls).toHaveLength(1);
  });

  test('adopt a newer re-authentication', async () => {
    const { accessToken } = await signedIn({
      '/token': { body: exampleSession({ access_token: 'access-2' }) },
    });
    new Channel().postMessage({ kind: 'signed_in' });
    await settled();
    expect(await accessToken()).toBe('access-2');
  });

  test('receive both messages, except with persistence none', async () => {
    const other = new Channel();
    const heard: unknown[] = [];
    other.onmessage = ({ data }) => heard.push(data);
    const { endSession, adoptSession } = await signedIn();
    endSession();
    adoptSession(exampleSession({ persistence: 'none', refresh_token: 'r' }));
    expect(heard).toEqual([{ kind: 'signed_in' }, { kind: 'signed_out' }]);
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
