import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authServer, exampleSession, refusal } from '../../test/auth-server.ts';
import { assertion, fakePasskeys, refused, waiting } from '../../test/fake-passkeys.ts';
import {
  field,
  freshWidget,
  giveEmail,
  infoBar,
  openWidget,
  pageId,
  pass,
  pressForCeremony as press,
} from '../../test/widget.tsx';

beforeEach(freshWidget);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const started = { transaction: 't1', options: { challenge: 'AAAA', rpId: 'p.example' } };
const server = {
  '/passkeys/sign-in/start': { body: started },
  '/passkeys/sign-in/finalize': { body: exampleSession() },
};
const withPasskey = { signInOptions: [{ provider: 'password' }, { provider: 'passkey' }] };
const withList = { signInOptions: [...withPasskey.signInOptions, { provider: 'google.com' }] };
const autofill = { ...withPasskey, credentialHelper: 'passkey' };

describe('page 45', () => {
  test('K01 the button beside the address signs in with the passkey that the browser returns', async () => {
    const browser = fakePasskeys();
    const calls = authServer(server);
    const { signInSuccessWithAuthResult, uiChanged } = await openWidget(withPasskey);
    expect(pageId()).toBe('signIn');
    await press(/Sign in with a passkey/);
    expect(uiChanged).toHaveBeenCalledWith('signIn', 'passkey');
    expect(browser.get.mock.lastCall?.[0]).toMatchObject({ publicKey: started.options });
    expect(calls.at(-1)).toMatchObject({
      path: '/passkeys/sign-in/finalize',
      body: { transaction: 't1', credential: assertion, persistence: 'local' },
    });
    const [result] = vi.mocked(signInSuccessWithAuthResult).mock.lastCall as unknown[];
    expect(result).toMatchObject({ additionalUserInfo: { providerId: 'passkey' } });
  });

  test('with other methods the button stands in the list', async () => {
    fakePasskeys(waiting);
    authServer(server);
    await openWidget(withList);
    expect(pageId()).toBe('providerSignIn');
    await press(/Sign in with a passkey/);
    expect(pageId()).toBe('passkey');
    await press('Cancel');
    expect(pageId()).toBe('providerSignIn');
  });

  test('a refused dialog can be opened again', async () => {
    const browser = fakePasskeys(async () => Promise.reject(refused()));
    authServer(server);
    await openWidget(withPasskey);
    await press(/Sign in with a passkey/);
    expect(infoBar()).toMatch(/^No passkey was used/);
    await press('Try again');
    expect(browser.get).toHaveBeenCalledTimes(2);
    await press('Cancel');
    expect(pageId()).toBe('signIn');
  });

  test('K09 the browser learns of a passkey that the server does not know', async () => {
    const browser = fakePasskeys();
    const unknown = refusal('passkey_credential_not_found', 404);
    authServer({ ...server, '/passkeys/sign-in/finalize': unknown });
    await openWidget(withPasskey);
    await press(/Sign in with a passkey/);
    expect(infoBar()).toMatch(/^No account here has this passkey any more/);
    const [reported] = browser.signalUnknownCredential.mock.lastCall as unknown[];
    expect(reported).toEqual({ rpId: 'p.example', credentialId: 'cred' });
  });

  test('an address whose account has only a passkey leads there', async () => {
    fakePasskeys(waiting);
    authServer({ ...server, '/methods': { body: { methods: ['passkey'] } } });
    await openWidget(withPasskey);
    await giveEmail('ana@example.org');
    expect(pageId()).toBe('passkey');
  });

  test('K14 a browser without passkeys has no button', async () => {
    authServer(server);
    await openWidget(withPasskey);
    expect(screen.queryByRole('button', { name: /Sign in with a passkey/ })).toBeNull();
  });
});

describe('passkeys in the field for the address', () => {
  test('the browser lists them, and a chosen one signs in', async () => {
    let choose: (credential: unknown) => void = () => undefined;
    const browser = fakePasskeys(() => new Promise((resolve) => (choose = resolve)));
    const calls = authServer(server);
    const { signInSuccessWithAuthResult } = await openWidget(autofill);
    expect(field('E-mail')).toHaveAttribute('autocomplete', 'username webauthn');
    expect(browser.get.mock.lastCall?.[0]).toMatchObject({ mediation: 'conditional' });
    choose({ toJSON: () => assertion });
    await pass();
    expect(calls.at(-1)?.path).toBe('/passkeys/sign-in/finalize');
    expect(signInSuccessWithAuthResult).toHaveBeenCalledOnce();
  });

  test('the request ends when the reader goes on, and is renewed before it expires', async () => {
    const browser = fakePasskeys(waiting);
    authServer({ ...server, '/methods': { body: { methods: ['password'] } } });
    await openWidget(autofill);
    const signal = (call: number) => browser.get.mock.calls[call]?.[0].signal;
    await pass(4 * 60_000);
    expect([signal(0)?.aborted, signal(1)?.aborted]).toEqual([true, false]);
    await giveEmail('ana@example.org');
    expect(pageId()).toBe('passwordSignIn');
    expect(signal(1)?.aborted).toBe(true);
    expect(infoBar()).toBeNull();
    await pass(10 * 60_000);
    expect(browser.get).toHaveBeenCalledTimes(2);
  });

  test('without the helper the browser is not asked', async () => {
    const browser = fakePasskeys(waiting);
    authServer(server);
    await openWidget(withPasskey);
    expect(field('E-mail')).toHaveAttribute('autocomplete', 'username');
    expect(browser.get).not.toHaveBeenCalled();
  });
});
