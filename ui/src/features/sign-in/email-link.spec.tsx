import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { authServer, exampleSession, refusal } from '../../test/auth-server.ts';
import {
  at,
  byLink,
  exampleEmail as email,
  errorOf,
  fill,
  freshWidget,
  giveEmail,
  infoBar,
  openWidget,
  pageId,
  pass,
  press,
} from '../../test/widget.tsx';
import { ownProviderClient } from './provider-client.ts';

beforeEach(freshWidget);

const sid = 'a'.repeat(32);
const config = { signInOptions: [byLink] };
const here = { '/oob/device': { body: { same_device: true, email } } };
const elsewhere = { '/oob/device': { body: { same_device: false, email: null } } };
const good = { '/oob/check': { body: { kind: 'email_sign_in' } } };

function linkAddress(more = ''): string {
  return `/app?screen=auth&mode=signIn&oobCode=c1&ui_sid=${sid}&lang=en${more || '&ui_sd=0'}`;
}

describe('a link that was opened', () => {
  test('L01 in the same browser: a dialog, done for a second, the session, a clean address', async () => {
    at(linkAddress());
    const calls = authServer({
      ...here,
      ...good,
      '/sign-in/email-link': { body: exampleSession(), after: 700 },
    });
    const { signInSuccessWithAuthResult } = await openWidget(config);
    expect(window.location.search).toBe('?screen=auth&lang=en');
    expect(screen.getByRole('dialog')).toHaveTextContent('Signing you in…');
    await pass(700);
    expect(screen.getByRole('dialog')).toHaveTextContent('Signed in!');
    await pass(999);
    expect(signInSuccessWithAuthResult).not.toHaveBeenCalled();
    await pass(1);
    expect(signInSuccessWithAuthResult).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        credential: null,
        additionalUserInfo: expect.objectContaining({ providerId: 'emailLink' }),
      }),
    );
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/oob/device', { ui_sid: sid }],
      ['/oob/check', { code: 'c1' }],
      ['/sign-in/email-link', { email, code: 'c1', ui_sid: sid, persistence: 'local', lang: 'en' }],
    ]);
  });

  test('L02 elsewhere: the address is asked for, then the session', async () => {
    at(linkAddress());
    const calls = authServer({
      ...elsewhere,
      ...good,
      '/sign-in/email-link': { body: exampleSession() },
    });
    const { signInSuccessWithAuthResult } = await openWidget(config);
    expect(pageId()).toBe('emailLinkSignInConfirmation');
    await press('Next');
    expect(errorOf('E-mail')).toBe('Enter your email address to continue');
    await giveEmail();
    await pass(1000);
    expect(signInSuccessWithAuthResult).toHaveBeenCalledOnce();
    expect(calls.map(({ path }) => path)).toEqual([
      '/oob/device',
      '/oob/check',
      '/sign-in/email-link',
    ]);
  });

  test('L03 elsewhere with a wrong address first: the page again, then the session', async () => {
    at(linkAddress());
    authServer({
      ...elsewhere,
      ...good,
      '/sign-in/email-link': (body) =>
        body.email === email ? { body: exampleSession() } : refusal('invalid_email'),
    });
    const { signInSuccessWithAuthResult } = await openWidget(config);
    await giveEmail('ion@example.org');
    expect(pageId()).toBe('emailLinkSignInConfirmation');
    expect(infoBar()).toBe('The email provided does not match the current sign-in session.');
    await giveEmail();
    await pass(1000);
    expect(signInSuccessWithAuthResult).toHaveBeenCalledOnce();
  });

  test('L04 elsewhere, forced same device: an explanation, and the code stays unused', async () => {
    at(linkAddress('&ui_sd=1'));
    const calls = authServer(elsewhere);
    await openWidget(config);
    expect(pageId()).toBe('differentDeviceError');
    expect(calls.map(({ path }) => path)).toEqual(['/oob/device']);
    await press('Dismiss');
    expect(pageId()).toBe('signIn');
  });

  test.each([
    [
      'L05',
      'invalid_action_code',
      'The action code is invalid. This can happen if the code is malformed, expired, or has already been used.',
    ],
    ['L06', 'expired_action_code', 'This code has expired.'],
  ])('%s %s: the start page says it', async (_, code, text) => {
    at(linkAddress());
    authServer({ ...here, '/oob/check': refusal(code) });
    await openWidget(config);
    expect(pageId()).toBe('signIn');
    expect(infoBar()).toBe(text);
  });

  test('L07 a browser that has forgotten the address asks for it', async () => {
    at(linkAddress());
    authServer({ '/oob/device': { body: { same_device: true, email: null } }, ...good });
    await openWidget(config);
    expect(pageId()).toBe('emailLinkSignInConfirmation');
    await press('Cancel');
    expect(pageId()).toBe('signIn');
  });

  test('L09 a configured provider goes by its name', async () => {
    at(linkAddress('&ui_sd=0&ui_pid=oidc.test'));
    authServer({ ...elsewhere, ...good });
    const firma = { provider: 'oidc.test', providerName: 'Firma' };
    await openWidget({ ...config, signInOptions: [byLink, firma] });
    expect(screen.getByText(/connect Firma to your account/)).toBeInTheDocument();
  });

  test('L09 a link that was to connect a provider: explained, then without connecting', async () => {
    at(linkAddress('&ui_sd=0&ui_pid=github.com'));
    const calls = authServer({
      ...elsewhere,
      ...good,
      '/sign-in/email-link': { body: exampleSession() },
    });
    const { signInSuccessWithAuthResult } = await openWidget(config);
    expect(pageId()).toBe('emailLinkSignInLinkingDifferentDevice');
    expect(screen.getByText(/connect GitHub/)).toBeInTheDocument();
    await press('Continue');
    await giveEmail();
    await pass(1000);
    expect(signInSuccessWithAuthResult).toHaveBeenCalledOnce();
    expect(calls.at(-1)?.body).toEqual({
      email,
      code: 'c1',
      ui_sid: sid,
      persistence: 'local',
      lang: 'en',
    });
  });

  test('L01 a link that connects a provider signs in, then connects it', async () => {
    at(linkAddress('&ui_sd=0&ui_pid=github.com'));
    const session = exampleSession();
    const calls = authServer({
      '/oob/device': { body: { same_device: true, email, transaction: 'v1' } },
      ...good,
      '/sign-in/email-link': { body: session },
      '/link': { body: { ...session, refresh_token: undefined } },
    });
    const providers = ownProviderClient('local');
    const { signInSuccessWithAuthResult } = await openWidget({ ...config, providers });
    await pass(1000);
    expect(signInSuccessWithAuthResult).toHaveBeenCalledOnce();
    expect(calls.at(-1)).toMatchObject({ path: '/link', body: { transaction: 'v1' } });
  });

  test('the link returns the reader to where they were in another tab', async () => {
    at(linkAddress('&ui_sd=0&continueUrl=http%3A%2F%2Flocalhost%3A3000%2Fapp%3Fscreen%3Dtopics'));
    authServer({ ...here, ...good, '/sign-in/email-link': { body: exampleSession() } });
    const { signInSuccessWithAuthResult } = await openWidget(config);
    await pass(1000);
    expect(signInSuccessWithAuthResult).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      '/app?screen=topics',
    );
  });

  test('a used link: a signed-in reader learns that nothing is left to do', async () => {
    at(linkAddress());
    authServer({ ...here, '/oob/check': refusal('invalid_action_code') });
    await openWidget({ ...config, signedIn: () => true });
    expect(pageId()).toBe('recoverableError');
    expect(screen.getByText(/^You are already signed in/)).toBeInTheDocument();
  });

  test('L10 loading the page again shows the start page, and runs nothing', async () => {
    at(linkAddress());
    const calls = authServer({
      ...here,
      ...good,
      '/sign-in/email-link': { body: exampleSession() },
    });
    const { unmount } = await openWidget(config);
    await pass(1000);
    unmount();
    calls.length = 0;
    await openWidget(config);
    expect(pageId()).toBe('signIn');
    expect(calls).toEqual([]);
  });

  test('L11 nothing of the link is kept in this browser', async () => {
    at(linkAddress());
    authServer({ ...elsewhere, ...good });
    await openWidget(config);
    fill('E-mail', email);
    const kept = [window.localStorage, window.sessionStorage].flatMap((memory) =>
      Object.entries({ ...memory }).flat(),
    );
    expect(kept.join()).not.toMatch(/c1|aaaa|ana@/);
    expect(document.cookie).toBe('');
  });

  test.each([
    ['elsewhere', elsewhere, 'differentDeviceError'],
    ['in a browser whose guest has gone', here, 'anonymousUserMismatch'],
  ])('A04 the link of a guest, opened %s, uses nothing up', async (_, device, page) => {
    at(linkAddress('&ui_sd=1&ui_auid=x'));
    const calls = authServer(device);
    await openWidget(config);
    expect(pageId()).toBe(page);
    expect(calls.map(({ path }) => path)).toEqual(['/oob/device']);
  });
});
