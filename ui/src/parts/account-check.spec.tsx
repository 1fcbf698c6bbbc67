import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeAccount } from '../api/account.ts';
import { adoptSession, endSession, sessionSnapshot } from '../api/session.ts';
import {
  authServer,
  exampleAuthConfig,
  exampleSession,
  exampleUser,
  refusal,
} from '../test/auth-server.ts';
import { renderApp } from '../test/render-app.tsx';
import { errorOf, fill, freshWidget, pageId, pass, press } from '../test/widget.tsx';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';
import { VerificationGate } from './verification-gate.tsx';

beforeEach(freshWidget);
afterEach(() => {
  act(endSession);
  vi.useRealTimers();
});

const email = 'ana@example.org';

describe('S05 re-authentication', () => {
  async function open(methods = ['password']) {
    adoptSession(exampleSession({ user: exampleUser({ sign_in_methods: methods }) }));
    const callbacks = { onDone: vi.fn(), onCancel: vi.fn() };
    renderApp({ element: <ReauthenticateDialog open {...callbacks} /> });
    await pass();
    return callbacks;
  }

  test('an old sign-in gets the specified words, and works after the password', async () => {
    let recent = false;
    const calls = authServer({
      '/me': () =>
        recent
          ? { body: exampleSession({ access_token: 'access-3' }) }
          : refusal('requires_recent_login', 401),
      '/reauth/password': () => {
        recent = true;
        return { body: exampleSession({ access_token: 'access-2' }) };
      },
    });
    const { onDone } = await open();
    await expect(changeAccount({ password: 'another 1' })).rejects.toMatchObject({
      code: 'requires_recent_login',
    });
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(
      'Please login again to perform this operation',
    );
    expect(screen.getByText(`Account: ${email}`)).toBeInTheDocument();
    fill('Password', 'a password');
    await press('Continue');
    expect(onDone).toHaveBeenCalledOnce();
    await changeAccount({ password: 'another 1' });
    const callbacks = calls.filter(({ path }) => path !== '/config');
    expect(callbacks.map(({ path, headers }) => [path, headers.get('Authorization')])).toEqual([
      ['/me', 'Bearer access-1'],
      ['/reauth/password', 'Bearer access-1'],
      ['/me', 'Bearer access-2'],
    ]);
  });

  test('an account with a second factor is asked for it too', async () => {
    const factor = {
      id: 'f1',
      kind: 'totp',
      display_name: 'Telefon',
      enrolled_at: '2026-11-01T09:00:00Z',
    };
    const required = {
      status: 'second_factor_required',
      pending_credential: 'pending',
      factors: [factor],
      has_recovery_codes: true,
      has_passkeys: false,
    };
    const wrong = new Set(['000000']);
    const calls = authServer({
      '/reauth/password': { status: 202, body: required },
      '/mfa/sign-in/finalize': ({ code }) =>
        wrong.has(String(code)) ? refusal('invalid_verification_code') : { body: exampleSession() },
    });
    const { onDone } = await open();
    fill('Password', 'a password');
    await press('Continue');
    expect(onDone).not.toHaveBeenCalled();
    expect(screen.getByRole('radio', { name: 'Telefon' })).toBeChecked();
    fill('6-digit code', '000000');
    await press('Continue');
    expect(errorOf('6-digit code')).toBe('Wrong code. Try again.');
    fill('6-digit code', '123 456');
    await press('Continue');
    expect(onDone).toHaveBeenCalledOnce();
    expect(calls.findLast(({ path }) => path === '/mfa/sign-in/finalize')?.body).toEqual({
      pending_credential: 'pending',
      factor_id: 'f1',
      code: '123456',
    });
  });

  test.each([
    ['wrong_password', "The email and password you entered don't match"],
    [
      'too_many_requests',
      'You have entered an incorrect password too many times. Please try again in a few minutes.',
    ],
  ])('%s shows under the password, and the session stays', async (code, text) => {
    authServer({ '/reauth/password': refusal(code, 401) });
    const { onDone } = await open();
    fill('Password', 'x');
    await press('Continue');
    expect(errorOf('Password')).toBe(text);
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(onDone).not.toHaveBeenCalled();
    expect(sessionSnapshot().status).toBe('signed_in');
    fill('Password', 'y');
    expect(errorOf('Password')).toBeNull();
  });

  test('an empty password, another account, and Cancel', async () => {
    const calls = authServer({ '/reauth/password': refusal('user_mismatch', 400) });
    const { onCancel } = await open();
    await press('Continue');
    expect(errorOf('Password')).toBe('Enter your password');
    expect(calls.filter(({ path }) => path !== '/config')).toEqual([]);
    fill('Password', 'x');
    await press('Continue');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'This is a different account from the one you are signed in with.',
    );
    await press('Cancel');
    expect(onCancel).toHaveBeenCalledOnce();
  });

  test('an account without a password gets a link, and goes on once it was opened', async () => {
    const calls = authServer({ '/oob/send': { body: { email } } });
    const { onDone } = await open(['emailLink']);
    expect(screen.queryByLabelText('Password')).toBeNull();
    await press('Send the link');
    expect(screen.getByText(`We have sent the link to ${email}.`)).toBeInTheDocument();
    expect(calls.find(({ path }) => path === '/oob/send')?.body).toEqual({
      kind: 'email_sign_in',
      email,
      lang: 'en',
    });
    expect(onDone).not.toHaveBeenCalled();
    const later = { sign_in_methods: ['emailLink'], auth_time: '2026-11-21T09:30:00Z' };
    await act(async () => adoptSession(exampleSession({ user: exampleUser(later) })));
    expect(onDone).toHaveBeenCalledOnce();
  });
});

describe('an address that is not confirmed', () => {
  async function open(
    policy: 'off' | 'soft' | 'hard',
    {
      verified = false,
      atOpen = false,
      reminds = true,
      sent = { body: { email } } as ReturnType<typeof refusal>,
    } = {},
  ) {
    const calls = authServer({
      '/config': { body: exampleAuthConfig({ verify_email: policy }) },
      '/oob/send': sent,
      '/sign-out': { body: {} },
    });
    adoptSession(exampleSession({ user: exampleUser({ email_verified: verified }) }));
    const { address } = renderApp({
      element: (
        <VerificationGate open={atOpen} reminds={reminds}>
          <p>The screen</p>
        </VerificationGate>
      ),
    });
    await pass();
    // The rendered part comes from its own chunk.
    await act(() => vi.dynamicImportSettled());
    await pass();
    return Object.assign(calls, { address });
  }
  const shown = () => screen.queryByText('The screen') !== null;

  test('a screen goes on when the session of its reader ends', async () => {
    await open('soft');
    const screenBefore = screen.getByText('The screen');
    act(endSession);
    expect(screen.getByText('The screen')).toBe(screenBefore);
  });

  test('hard: page 47 in place of the screen, with a resend after 15 seconds', async () => {
    const calls = await open('hard');
    expect(pageId()).toBe('emailVerificationRequired');
    expect(shown()).toBe(false);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Confirm your e-mail');
    expect(screen.getByText('You can have it sent again in 0:15.')).toBeInTheDocument();
    await pass(14_000);
    expect(screen.getByText('You can have it sent again in 0:01.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    await pass(1_000);
    await press('Send again');
    expect(calls.at(-1)).toMatchObject({ path: '/oob/send', body: { kind: 'verify_email' } });
    expect(calls.at(-1)?.headers.get('Authorization')).toBe('Bearer access-1');
    expect(screen.getByText('You can have it sent again in 0:15.')).toBeInTheDocument();
    await press('Sign out');
    expect(calls.address()).toBe('/app?screen=auth');
    expect(shown()).toBe(true);
  });

  test('hard: some screens are open all the same', async () => {
    await open('hard', { atOpen: true });
    expect(shown()).toBe(true);
  });

  test('soft: a reminder above the screen, which can send the mail again', async () => {
    const calls = await open('soft');
    expect(shown()).toBe(true);
    expect(screen.getByText(/is not confirmed yet/)).toHaveTextContent('a*a@example.org');
    await press('Send again');
    expect(screen.getByRole('status')).toHaveTextContent('Sent to a*a@example.org.');
    expect(calls.filter(({ path }) => path === '/oob/send')).toHaveLength(1);
  });

  test('a refused mail can be requested again when the server allows it', async () => {
    const sent = refusal('too_many_requests', 429, { 'Retry-After': '47' });
    await open('soft', { sent });
    await press('Send again');
    expect(screen.getByText('You can have it sent again in 0:47.')).toBeInTheDocument();
    await pass(47_000);
    expect(screen.getByRole('button', { name: 'Send again' })).toBeInTheDocument();
  });

  test('soft: the reminder can be put off for this visit', async () => {
    await open('soft');
    await press('Later');
    expect(screen.queryByText(/is not confirmed yet/)).toBeNull();
    expect(window.sessionStorage.getItem('paragraf::verify-later')).toBe('1');
  });

  /** The frame of a screen that is drawn before the reminder has come. */
  function openEarly(): HTMLElement {
    authServer({ '/config': { body: exampleAuthConfig({ verify_email: 'soft' }) } });
    adoptSession(exampleSession({ user: exampleUser({ email_verified: false }) }));
    const gate = (
      <VerificationGate open={false}>
        <p>The screen</p>
      </VerificationGate>
    );
    renderApp({ element: gate });
    return screen.getByText('The screen').parentElement ?? document.body;
  }
  async function reminderHasCome() {
    await pass();
    await act(() => vi.dynamicImportSettled());
    await pass();
  }

  test('soft: its place is kept until it comes, so that the screen does not move', async () => {
    window.localStorage.setItem('paragraf::reminder-place', `${window.innerWidth} 72`);
    const frame = openEarly();
    expect(frame.previousElementSibling).toHaveStyle({ height: '72px' });
    expect(frame).not.toHaveClass('waiting');
    await reminderHasCome();
    expect(frame.previousElementSibling).toHaveTextContent(/is not confirmed yet/);
    act(endSession);
    expect(frame.previousElementSibling).toBeNull();
    expect(window.localStorage.getItem('paragraf::reminder-place')).toBeNull();
  });

  test('soft: the screen waits for the first one, whose place nobody knows', async () => {
    const frame = openEarly();
    expect(frame).toHaveClass('waiting');
    await reminderHasCome();
    expect(frame.previousElementSibling).toHaveTextContent(/is not confirmed yet/);
    expect(frame).not.toHaveClass('waiting');
  });

  test('soft: a screen that reminds by itself is left to it', async () => {
    await open('soft', { reminds: false });
    expect(shown()).toBe(true);
    expect(screen.queryByText(/is not confirmed yet/)).toBeNull();
  });

  test('hard: such a screen is closed as well', async () => {
    await open('hard', { reminds: false });
    expect(shown()).toBe(false);
    expect(pageId()).toBe('emailVerificationRequired');
  });

  test.each([
    ['off', false],
    ['hard', true],
  ] as const)('%s, confirmed: %s: nothing but the screen', async (policy, verified) => {
    const calls = await open(policy, { verified });
    expect(shown()).toBe(true);
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls.some(({ path }) => path === '/config')).toBe(!verified);
  });
});
