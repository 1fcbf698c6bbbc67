import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signOut } from '../../api/session.ts';
import { authServer, exampleSession, refusal } from '../../test/auth-server.ts';
import { freshWidget, infoBar, openWidget, pageId, pass, press } from '../../test/widget.tsx';
import { ownProviderClient } from './provider-client.ts';

beforeEach(() => {
  freshWidget();
  window.localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const google = {
  provider: 'google.com',
  clientId: 'legi',
  fedcmConfigUrl: 'https://accounts.google.com/gsi/fedcm.json',
};
const config = {
  credentialHelper: 'googleyolo',
  signInOptions: [{ provider: 'password' }, google],
  providers: ownProviderClient('local'),
};
const claims = { iss: 'https://accounts.google.com', email: 'ana@gmail.com' };
const token = `e30.${btoa(JSON.stringify(claims))}.c2ln`;
const server = {
  '/idp/google.com/browser/start': { body: { transaction: 't1', nonce: 'n1' } },
  '/idp/google.com/browser/finalize': { body: {} },
  '/idp/result': { body: { provider: 'google.com', session: exampleSession() } },
};

type Ask = (options: CredentialRequestOptions & { identity?: unknown }) => Promise<unknown>;

/** A browser that offers accounts at providers. */
function fakeFedcm(get: Ask) {
  const credentials = { get: vi.fn(get), preventSilentAccess: vi.fn(async () => undefined) };
  vi.stubGlobal('IdentityCredential', class {});
  const real = navigator;
  // The getters of the real object accept no other one as `this`.
  const faked = new Proxy(real, {
    get: (_, name) => (name === 'credentials' ? credentials : Reflect.get(real, name, real)),
  });
  vi.stubGlobal('navigator', faked);
  return credentials;
}

async function open(given = {}) {
  // Loaded before, so that the widget's own import takes no real time.
  await import('./one-tap.ts');
  const widget = await openWidget({ ...config, ...given });
  for (let turn = 0; turn < 5; turn += 1) await pass();
  return widget;
}

describe('accounts that the browser offers', () => {
  test('an ID token signs in through the provider', async () => {
    const browser = fakeFedcm(async () => ({ type: 'identity', token }));
    const calls = authServer(server);
    const { signInSuccessWithAuthResult } = await open();
    expect(browser.get.mock.lastCall?.[0]).toMatchObject({
      mediation: 'optional',
      identity: {
        providers: [{ configURL: google.fedcmConfigUrl, clientId: 'legi', nonce: 'n1' }],
      },
    });
    expect(calls.map(({ path }) => path)).toEqual(Object.keys(server));
    expect(calls[1]?.body).toEqual({ transaction: 't1', id_token: token });
    const [result] = vi.mocked(signInSuccessWithAuthResult).mock.lastCall as unknown[];
    expect(result).toMatchObject({ additionalUserInfo: { providerId: 'google.com' } });
  });

  test.each([
    ['a password', { type: 'password', id: 'ana' }],
    ['no token', { type: 'identity', token: '' }],
  ])('F14 %s is refused with a message', async (_, credential) => {
    fakeFedcm(async () => credential);
    const calls = authServer(server);
    await open();
    expect(infoBar()).toMatch(
      'The selected credential for the authentication provider is not supported!',
    );
    expect(pageId()).toBe('providerSignIn');
    expect(calls).toHaveLength(1);
  });

  test('F14 a token of another issuer than authMethod is refused with a message', async () => {
    fakeFedcm(async () => ({ type: 'identity', token }));
    const calls = authServer(server);
    const { unmount } = await open({
      signInOptions: [{ ...google, authMethod: claims.iss }, 'phone'],
    });
    expect(calls).toHaveLength(3);
    unmount();
    await open({ signInOptions: [{ ...google, authMethod: 'https://idp.example' }, 'phone'] });
    expect(infoBar()).toMatch(/is not supported!$/);
    expect(calls).toHaveLength(4);
  });

  test('with scopes the provider is visited, with the address as a hint', async () => {
    fakeFedcm(async () => ({ type: 'identity', token }));
    const opened = vi.fn(() => new Promise<never>(() => undefined));
    authServer(server);
    await open({
      signInOptions: [{ provider: 'password' }, { ...google, scopes: ['calendar'] }],
      providers: { ...config.providers, open: opened },
    });
    expect(opened.mock.lastCall as unknown).toMatchObject([
      { provider: 'google.com' },
      { loginHint: 'ana@gmail.com' },
      {},
    ]);
  });

  test('a choice in the list ends it', async () => {
    const browser = fakeFedcm(() => new Promise<never>(() => undefined));
    authServer(server);
    await open();
    expect(browser.get.mock.lastCall?.[0].signal?.aborted).toBe(false);
    await press(/Sign in with e-mail/);
    expect(browser.get.mock.lastCall?.[0].signal?.aborted).toBe(true);
  });

  test('after a sign-out, or where accounts are to be chosen, nobody is signed in without a press', async () => {
    const browser = fakeFedcm(() => new Promise<never>(() => undefined));
    authServer({ ...server, '/sign-out': { body: {} } });
    await signOut();
    expect(browser.preventSilentAccess).toHaveBeenCalledOnce();
    const { unmount } = await open();
    expect(browser.get.mock.lastCall?.[0]).toMatchObject({ mediation: 'required' });
    unmount();
    window.localStorage.clear();
    const chooses = { ...google, customParameters: { prompt: 'select_account' } };
    await open({ signInOptions: [{ provider: 'password' }, chooses] });
    expect(browser.get.mock.lastCall?.[0]).toMatchObject({ mediation: 'required' });
  });

  test('a server that cannot be asked is reported to developers only', async () => {
    const browser = fakeFedcm(() => new Promise<never>(() => undefined));
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    authServer({ '/idp/google.com/browser/start': refusal('unavailable', 503) });
    await open();
    expect(warned).toHaveBeenCalledWith('[sign-in] Network error!');
    expect([infoBar(), browser.get.mock.calls]).toEqual([null, []]);
  });

  test('a browser without it, or a site without the helper, is not asked', async () => {
    const calls = authServer(server);
    const { unmount } = await open();
    unmount();
    fakeFedcm(() => new Promise<never>(() => undefined));
    await open({ credentialHelper: 'none' });
    expect(calls).toEqual([]);
  });
});
