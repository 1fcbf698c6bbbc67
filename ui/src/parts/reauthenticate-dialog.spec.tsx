import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeAccount } from '../api/account.ts';
import { adoptSession, sessionSnapshot } from '../api/session.ts';
import { authServer, exampleSession, exampleUser, refusal } from '../test/auth-server.ts';
import { renderApp } from '../test/render-app.tsx';
import { errorOf, fill, freshWidget, pass, press } from '../test/widget.tsx';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';

beforeEach(freshWidget);

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
