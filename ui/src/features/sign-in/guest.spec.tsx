import { beforeEach, describe, expect, test, vi } from 'vitest';
import { adoptSession } from '../../api/session.ts';
import authErrors from '../../i18n/locales/en/auth-errors.json';
import { authServer, exampleSession, exampleUser, refusal } from '../../test/auth-server.ts';
import { fill, freshWidget, giveEmail, openWidget, press } from '../../test/widget.tsx';
import type { MergeConflict } from './merge-conflict.ts';

beforeEach(freshWidget);

const guest = exampleUser({
  uid: 'g'.repeat(28),
  is_guest: true,
  display_name: '',
  sign_in_methods: [],
});
const guestSession = exampleSession({ access_token: 'guest-1', user: guest });
const options = [{ provider: 'password' }, { provider: 'anonymous' }];

/** The widget for a signed-in guest, at the password of a known address. */
async function atPassword(server: Parameters<typeof authServer>[0], config = {}) {
  adoptSession(guestSession);
  const calls = authServer({
    '/methods': { body: { methods: ['password'] } },
    '/token': { body: exampleSession({ access_token: 'guest-2', user: guest }) },
    ...server,
  });
  const widget = await openWidget({ autoUpgradeAnonymousUsers: true, ...config });
  await giveEmail('ana@example.org');
  return { calls, ...widget };
}

async function signIn() {
  fill('Password', 'a password');
  await press('Sign in');
}

describe('guests', () => {
  test('A01 the button signs in without an account', async () => {
    const calls = authServer({ '/sign-in/anonymous': { body: guestSession } });
    const { signInSuccessWithAuthResult } = await openWidget({ signInOptions: options });
    await press(/Continue as guest/);
    expect(calls.at(-1)?.body).toEqual({ persistence: 'local', lang: 'en' });
    const [result] = vi.mocked(signInSuccessWithAuthResult).mock.lastCall as unknown[];
    expect(result).toMatchObject({ user: guest, operationType: 'signIn' });
    expect(result).toMatchObject({ additionalUserInfo: { providerId: 'anonymous' } });
  });

  test('A02 a guest who signs in for the first time keeps the uid', async () => {
    const upgraded = exampleSession({ user: exampleUser({ uid: guest.uid }) });
    const signInSuccessWithAuthResult = vi.fn((..._: unknown[]) => false);
    const { calls } = await atPassword(
      { '/sign-in/password': { body: upgraded } },
      { callbacks: { signInSuccessWithAuthResult, signInFailure: vi.fn() } },
    );
    await signIn();
    expect(calls.at(-1)?.headers.get('Authorization')).toBe('Bearer guest-2');
    const [result] = signInSuccessWithAuthResult.mock.lastCall ?? [];
    expect(result).toMatchObject({ user: { uid: guest.uid }, operationType: 'link' });
  });

  test('without the switch, signing in replaces the guest', async () => {
    const { calls } = await atPassword(
      { '/sign-in/password': { body: exampleSession() } },
      { autoUpgradeAnonymousUsers: false },
    );
    await signIn();
    expect(calls.at(-1)?.headers.get('Authorization')).toBeNull();
  });

  test('A03 a conflict goes to the host with a usable credential', async () => {
    const conflicts: MergeConflict[] = [];
    const signInFailure = vi.fn((conflict: MergeConflict) => void conflicts.push(conflict));
    const signInSuccessWithAuthResult = vi.fn(() => false);
    const { container } = await atPassword(
      { '/sign-in/password': refusal('merge_conflict', 409) },
      { callbacks: { signInFailure, signInSuccessWithAuthResult } },
    );
    await signIn();
    expect(signInFailure).toHaveBeenCalledOnce();
    const [conflict] = conflicts;
    expect(conflict).toMatchObject({
      code: 'firebaseui/anonymous-upgrade-merge-conflict',
      message: authErrors.merge_conflict,
    });
    expect(JSON.parse(JSON.stringify(conflict))).not.toHaveProperty('credential');
    expect(signInSuccessWithAuthResult).not.toHaveBeenCalled();
    expect(container).toBeEmptyDOMElement();

    const calls = authServer({ '/sign-in/password': { body: exampleSession() } });
    expect(await conflict?.credential.signIn()).toEqual(exampleSession());
    expect(calls[0]?.headers.get('Authorization')).toBeNull();
    expect(calls[0]?.body).toMatchObject({ email: 'ana@example.org', password: 'a password' });
  });
});
