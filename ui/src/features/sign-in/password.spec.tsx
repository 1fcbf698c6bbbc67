import { fireEvent } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionSnapshot } from '../../api/session.ts';
import { authServer, exampleSession, exampleUser, refusal } from '../../test/auth-server.ts';
import {
  afterEmail,
  exampleEmail as email,
  errorOf,
  field,
  fill,
  freshWidget,
  giveEmail,
  infoBar,
  openWidget,
  press,
} from '../../test/widget.tsx';

beforeEach(freshWidget);

async function signIn(password = 'a password') {
  fill('Password', password);
  await press('Sign in');
}

describe('sign in by password', () => {
  test('a refusal of the operator’s hook shows its own text, as text', async () => {
    const body = { code: 'refused_by_hook', error: 'Only <b>employees</b>.', request_id: 'r1' };
    await afterEmail({ '/sign-in/password': { status: 403, body } });
    await signIn();
    expect(infoBar()).toBe('Only <b>employees</b>.');
  });

  test('P01 the right pair: one callback, and a session', async () => {
    const session = exampleSession();
    const { calls, signInSuccessWithAuthResult, container } = await afterEmail({
      '/sign-in/password': { body: session },
    });
    await signIn();
    expect(calls.at(-1)?.body).toEqual({ email, password: 'a password', persistence: 'local' });
    expect(signInSuccessWithAuthResult).toHaveBeenCalledExactlyOnceWith({
      user: session.user,
      credential: null,
      operationType: 'signIn',
      additionalUserInfo: {
        isNewUser: false,
        providerId: 'password',
        profile: null,
        username: null,
      },
    });
    expect(sessionSnapshot()).toMatchObject({ status: 'signed_in', reader: { email } });
    expect(container).toBeEmptyDOMElement();
  });

  test('the older callback is called when it is the only one', async () => {
    const signInSuccess = vi.fn(() => false);
    await afterEmail(
      { '/sign-in/password': { body: exampleSession() } },
      { callbacks: { signInSuccess } },
    );
    await signIn();
    expect(signInSuccess).toHaveBeenCalledExactlyOnceWith(exampleUser(), null);
  });

  test.each([
    ['P02', 'wrong_password', 401, "The email and password you entered don't match"],
    [
      'P04',
      'too_many_requests',
      429,
      'You have entered an incorrect password too many times. Please try again in a few minutes.',
    ],
  ])('%s %s shows under the password', async (_, code, status, text) => {
    await afterEmail({ '/sign-in/password': refusal(code, status, { 'Retry-After': '60' }) });
    await signIn();
    expect(errorOf('Password')).toBe(text);
    expect(field('Password')).toHaveFocus();
    expect(infoBar()).toBeNull();
  });

  test.each([
    ['P03', 'user_not_found', 404, "That email address doesn't match an existing account"],
    ['P07', 'user_disabled', 403, 'This account has been disabled by an administrator.'],
  ])('%s %s shows above the form', async (_, code, status, text) => {
    await afterEmail({ '/sign-in/password': refusal(code, status) });
    await signIn();
    expect(infoBar()).toBe(text);
    expect(errorOf('Password')).toBeNull();
  });

  test('P07 a wrong password of a disabled account gets the wrong-password text', async () => {
    await afterEmail({ '/sign-in/password': refusal('wrong_password', 401) });
    await signIn();
    expect(errorOf('Password')).toBe("The email and password you entered don't match");
  });

  test('P05 an empty password', async () => {
    const { calls } = await afterEmail({});
    await press('Sign in');
    expect(errorOf('Password')).toBe('Enter your password');
    expect(field('Password')).toHaveFocus();
    expect(calls.map(({ path }) => path)).toEqual(['/methods']);
  });

  test('P06 no server: the message, and what was typed stays', async () => {
    await afterEmail({});
    vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
    await signIn('typed');
    expect(infoBar()).toBe('A network error has occurred');
    expect(field('Password')).toHaveValue('typed');
    expect(field('E-mail')).toHaveValue(email);
  });

  test('protected mode answers a wrong address like a wrong password', async () => {
    authServer({ '/sign-in/password': refusal('invalid_credential', 401) });
    await openWidget({ emailPrivacy: 'protected' });
    await giveEmail();
    await signIn();
    expect(errorOf('Password')).toBe("The email and password you entered don't match");
  });

  test('Enter goes to the next field, and sends from the last', async () => {
    await afterEmail({});
    field('E-mail').focus();
    expect(fireEvent.keyDown(field('E-mail'), { key: 'Enter' })).toBe(false);
    expect(field('Password')).toHaveFocus();
    expect(fireEvent.keyDown(field('Password'), { key: 'Enter' })).toBe(true);
  });

  test('the fields are labelled for password managers', async () => {
    await afterEmail({});
    expect(field('E-mail')).toHaveAttribute('autocomplete', 'username');
    expect(field('E-mail')).toHaveAttribute('name', 'email');
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
    expect(field('Password')).toHaveAttribute('name', 'password');
  });
});
