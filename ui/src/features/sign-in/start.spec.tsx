import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authServer, exampleSession, refusal } from '../../test/auth-server.ts';
import {
  at,
  exampleEmail as email,
  fill,
  freshWidget,
  giveEmail,
  openWidget,
  pageId,
  press,
} from '../../test/widget.tsx';

const assign = vi.fn();

beforeEach(() => {
  freshWidget();
  assign.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const server = {
  '/methods': { body: { methods: ['password'] } },
  '/sign-in/password': { body: exampleSession() },
};

/* A fake browser address that records navigation. */
function watchLeaving(): void {
  const { href, origin, search, protocol } = window.location;
  vi.stubGlobal('location', { href, origin, search, protocol, assign });
}

async function signInThere(config = {}) {
  authServer(server);
  watchLeaving();
  const widget = await openWidget({ signInSuccessUrl: '/', callbacks: {}, ...config });
  await giveEmail();
  fill('Password', 'x');
  await press('Sign in');
  return widget;
}

describe('what the address asks for', () => {
  test.each([
    ['callback', 'signIn'],
    ['select', 'signIn'],
    ['signIn', 'signIn'],
    ['resetPassword', 'passwordResetFailure'],
    ['verifyEmail', 'confirmAction'],
    ['recoverEmail', 'confirmAction'],
    ['verifyAndChangeEmail', 'confirmAction'],
    ['revertSecondFactorAddition', 'confirmAction'],
  ])('W10 mode %s, also in capitals, opens %s', async (mode, page) => {
    for (const given of [mode, mode.toUpperCase()]) {
      at(`/app?screen=auth&mode=${given}&oobCode=c1&ui_sid=${'x'.repeat(32)}`);
      authServer({
        '/oob/device': refusal('invalid_action_code'),
        '/oob/check': refusal('invalid_action_code'),
      });
      const { unmount } = await openWidget();
      expect(pageId()).toBe(page);
      unmount();
    }
  });

  test('W11 an unknown mode is the start page', async () => {
    at('/app?screen=auth&mode=foo');
    authServer({});
    await openWidget();
    expect(pageId()).toBe('signIn');
  });

  test('mode select does not use the e-mail that the host knows', async () => {
    at('/app?screen=auth&mode=select');
    const calls = authServer({});
    await openWidget({}, { email });
    expect(pageId()).toBe('signIn');
    expect(calls).toEqual([]);
  });

  test('the names of both parameters can be others', async () => {
    at('/app?screen=auth&do=verifyEmail&oobCode=c1&mode=resetPassword');
    authServer({ '/oob/apply': { body: { kind: 'x' } } });
    await openWidget({ queryParameterForWidgetMode: 'do' });
    expect(pageId()).toBe('confirmAction');
    expect(window.location.search).toBe('?screen=auth&mode=resetPassword');
  });
});

describe('where a sign-in leads', () => {
  test('W12 to the address that was asked for, once', async () => {
    at('/app?screen=auth&mode=select&signInSuccessUrl=%2Fapp');
    await signInThere();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/app');
    expect(window.sessionStorage.length).toBe(0);
  });

  test('the host hears of that address', async () => {
    at('/app?screen=auth&signInSuccessUrl=%2Fapp%3FarticleId%3Da');
    const signInSuccessWithAuthResult = vi.fn(() => false);
    await signInThere({ callbacks: { signInSuccessWithAuthResult } });
    expect(signInSuccessWithAuthResult).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      '/app?articleId=a',
    );
    expect(assign).not.toHaveBeenCalled();
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    'app',
    '',
  ])('W13 not to %s', async (target) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    at(`/app?screen=auth&mode=select&signInSuccessUrl=${encodeURIComponent(target)}`);
    await signInThere();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/');
    expect(warn).toHaveBeenCalledOnce();
  });

  test('W13 a stored address is checked again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    window.sessionStorage.setItem('paragraf::redirect-url', 'https://evil.example');
    await signInThere();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/');
  });

  test('a callback that returns true leaves the going to the widget, which stays meanwhile', async () => {
    await signInThere({ callbacks: { signInSuccessWithAuthResult: () => true } });
    expect(assign).toHaveBeenCalledExactlyOnceWith('/');
    expect(pageId()).toBe('passwordSignIn');
  });

  test('nowhere to go is a mistake that developers hear of', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    await signInThere({ signInSuccessUrl: undefined });
    expect(errors).toHaveBeenCalledOnce();
    expect(document.querySelector('[role=alert]')).toHaveTextContent(
      'Something went wrong. Please try again.',
    );
    errors.mockClear();
  });
});
