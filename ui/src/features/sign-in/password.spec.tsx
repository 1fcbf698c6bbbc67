import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionSnapshot } from '../../api/session.ts';
import { authServer, exampleSession, exampleUser, refusal } from '../../test/auth-server.ts';
import {
  byPassword,
  errorOf,
  field,
  fill,
  freshWidget,
  giveEmail,
  infoBar,
  openWidget,
  pageId,
  press,
} from '../../test/widget.tsx';

beforeEach(freshWidget);
afterEach(() => {
  vi.useRealTimers();
});

const email = 'ana@example.org';
type Server = Parameters<typeof authServer>[0];

async function atSignIn(server: Server, config = {}) {
  const calls = authServer({ '/methods': { body: { methods: ['password'] } }, ...server });
  const widget = await openWidget(config);
  await giveEmail(email);
  return { calls, ...widget };
}

async function atSignUp(server: Server, config = {}) {
  let asked = 0;
  const calls = authServer({
    '/methods': () => {
      asked += 1;
      return asked === 1 ? { body: { methods: [] } } : (server.again as object);
    },
    ...server,
  });
  const widget = await openWidget(config);
  await giveEmail(email);
  return { calls, ...widget };
}

async function signIn(password = 'a password') {
  fill('Password', password);
  await press('Sign in');
}

async function save(password = 'a good password 1', name = ' Ana ') {
  if (screen.queryByLabelText('First and last name')) fill('First and last name', name);
  fill('Choose a password', password);
  await press('Save');
}

describe('sign in by password', () => {
  test('P01 the right pair: the host is told once, and the session is there', async () => {
    const session = exampleSession();
    const { calls, signInSuccessWithAuthResult, container } = await atSignIn({
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
    await atSignIn(
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
  ])('%s %s is said under the password', async (_, code, status, text) => {
    await atSignIn({ '/sign-in/password': refusal(code, status, { 'Retry-After': '60' }) });
    await signIn();
    expect(errorOf('Password')).toBe(text);
    expect(field('Password')).toHaveFocus();
    expect(infoBar()).toBeNull();
  });

  test.each([
    ['P03', 'user_not_found', 404, "That email address doesn't match an existing account"],
    ['P07', 'user_disabled', 403, 'This account has been switched off by an administrator.'],
  ])('%s %s is said above', async (_, code, status, text) => {
    await atSignIn({ '/sign-in/password': refusal(code, status) });
    await signIn();
    expect(infoBar()).toBe(text);
    expect(errorOf('Password')).toBeNull();
  });

  test('P07 a wrong password of a disabled account says only that it is wrong', async () => {
    await atSignIn({ '/sign-in/password': refusal('wrong_password', 401) });
    await signIn();
    expect(errorOf('Password')).toBe("The email and password you entered don't match");
  });

  test('P05 an empty password', async () => {
    const { calls } = await atSignIn({});
    await press('Sign in');
    expect(errorOf('Password')).toBe('Enter your password');
    expect(field('Password')).toHaveFocus();
    expect(calls.map(({ path }) => path)).toEqual(['/methods']);
  });

  test('P06 no server: the message, and what was typed stays', async () => {
    await atSignIn({});
    vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
    await signIn('typed');
    expect(infoBar()).toBe('A network error has occurred');
    expect(field('Password')).toHaveValue('typed');
    expect(field('E-mail')).toHaveValue(email);
  });

  test('protected mode says the same of a wrong address and a wrong password', async () => {
    authServer({ '/sign-in/password': refusal('invalid_credential', 401) });
    await openWidget({ emailPrivacy: 'protected' });
    await giveEmail(email);
    await signIn();
    expect(errorOf('Password')).toBe("The email and password you entered don't match");
  });

  test('Enter goes to the next field, and sends from the last', async () => {
    await atSignIn({});
    field('E-mail').focus();
    expect(fireEvent.keyDown(field('E-mail'), { key: 'Enter' })).toBe(false);
    expect(field('Password')).toHaveFocus();
    expect(fireEvent.keyDown(field('Password'), { key: 'Enter' })).toBe(true);
  });

  test('the fields say to password managers what they are', async () => {
    await atSignIn({});
    expect(field('E-mail')).toHaveAttribute('autocomplete', 'username');
    expect(field('E-mail')).toHaveAttribute('name', 'email');
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
    expect(field('Password')).toHaveAttribute('name', 'password');
  });
});

describe('a new account', () => {
  test('P08 the name is trimmed, and the host hears that the reader is new', async () => {
    const session = exampleSession({ is_new_user: true });
    const { calls, signInSuccessWithAuthResult } = await atSignUp({
      '/sign-up': { body: session },
    });
    await save();
    expect(calls.at(-1)?.body).toEqual({
      email,
      password: 'a good password 1',
      display_name: 'Ana',
      persistence: 'local',
      lang: 'en',
    });
    expect(signInSuccessWithAuthResult).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ additionalUserInfo: expect.objectContaining({ isNewUser: true }) }),
    );
  });

  test('P09 a blank name; and no field where no name is wanted', async () => {
    const { unmount } = await atSignUp({});
    await save('x', '  ');
    expect(errorOf('First and last name')).toBe('Enter your account name');
    unmount();
    await atSignUp({}, { signInOptions: [{ ...byPassword, requireDisplayName: false }] });
    expect(screen.queryByLabelText('First and last name')).toBeNull();
  });

  test('all errors are shown, and the first bad field has the focus', async () => {
    await atSignUp({});
    fill('E-mail', 'a@b');
    await press('Save');
    expect(errorOf('E-mail')).toBe("That email address isn't correct");
    expect(errorOf('First and last name')).toBe('Enter your account name');
    expect(errorOf('Choose a password')).toBe('Enter your password');
    expect(field('E-mail')).toHaveFocus();
    fill('E-mail', email);
    expect(field('E-mail')).toHaveFocus();
    expect(errorOf('First and last name')).not.toBeNull();
  });

  test.each([6, 8])('P10 a weak password is told the minimum of the server, %d', async (min) => {
    await atSignUp({ '/sign-up': refusal('weak_password') }, { passwordMin: min });
    await save('12345');
    expect(errorOf('Choose a password')).toBe(
      `Strong passwords have at least ${min} characters and a mix of letters and numbers`,
    );
  });

  test.each([
    ['somebody has it', { body: { methods: ['password'] } }],
    ['it cannot be looked up', refusal('internal', 500)],
  ])('P11 the address is taken meanwhile, and %s', async (_, again) => {
    await atSignUp({ again, '/sign-up': refusal('email_already_in_use', 409) });
    await save();
    expect(pageId()).toBe('passwordSignUp');
    expect(errorOf('E-mail')).toBe('The email address is already used by another account');
  });

  test('P12 the address is taken by an account without any way in', async () => {
    const again = { body: { methods: [] } };
    await atSignUp({ again, '/sign-up': refusal('email_already_in_use', 409) });
    await save();
    expect(pageId()).toBe('passwordRecovery');
    expect(field('E-mail')).toHaveValue(email);
    expect(infoBar()).toBe(
      'This email already exists without any means of sign-in. Please reset the password to recover.',
    );
  });

  test('P13 too many accounts from here', async () => {
    await atSignUp({ '/sign-up': refusal('too_many_requests', 429) });
    await save();
    expect(errorOf('Choose a password')).toBe(
      'Too many account requests are coming from your IP address. Try again in a few minutes.',
    );
  });

  test('P14 the password can be looked at; it keeps its value and the focus', async () => {
    await atSignUp({});
    fill('Choose a password', 'secret 1');
    const input = field('Choose a password');
    await press('Show the password');
    expect(input).toHaveAttribute('type', 'text');
    expect(input).toHaveFocus();
    await press('Hide the password');
    expect(input).toHaveAttribute('type', 'password');
    expect(input).toHaveFocus();
    expect(input).toHaveValue('secret 1');
    expect(input).toHaveAttribute('autocomplete', 'new-password');
  });

  test.each([
    [true, 'unauthorizedUser'],
    [false, 'passwordSignUp'],
  ])('only administrators make accounts; a page for it: %s', async (status, page) => {
    const adminRestrictedOperation = { status, adminEmail: 'admin@example.org' };
    await atSignUp(
      { '/sign-up': refusal('admin_restricted_operation', 403) },
      { adminRestrictedOperation },
    );
    await save();
    expect(pageId()).toBe(page);
    expect(infoBar()).toBe(status ? null : 'Only an administrator can create accounts here.');
  });

  test('protected mode: the same page for a free and for a taken address', async () => {
    authServer({ '/sign-up': { status: 202, body: { status: 'check_email' } } });
    await openWidget({ emailPrivacy: 'protected' });
    await giveEmail(email);
    await press(/New here/);
    await save();
    expect(pageId()).toBe('checkYourEmail');
    expect(screen.getByText(email)).toBeInTheDocument();
    await press('Done');
    expect(pageId()).toBe('signIn');
  });
});

describe('recovery', () => {
  async function atRecovery(server: Server) {
    const given = await atSignIn(server);
    await press('Trouble signing in?');
    return given;
  }

  test('P16 a known address: the mail, the page that says so, and Done', async () => {
    const { calls } = await atRecovery({ '/oob/send': { body: { email } } });
    expect(field('E-mail')).toHaveValue(email);
    await press('Send');
    expect(calls.at(-1)?.body).toEqual({ kind: 'password_reset', email, lang: 'en' });
    expect(pageId()).toBe('passwordRecoveryEmailSent');
    expect(screen.getByText(email)).toBeInTheDocument();
    await press('Done');
    expect(pageId()).toBe('signIn');
  });

  test('P17 an unknown address', async () => {
    await atRecovery({ '/oob/send': refusal('user_not_found', 404) });
    await press('Send');
    expect(errorOf('E-mail')).toBe("That email address doesn't match an existing account");
  });

  test('a broken network is not the fault of the address', async () => {
    await atRecovery({});
    vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
    await press('Send');
    expect(infoBar()).toBe('A network error has occurred');
    expect(errorOf('E-mail')).toBeNull();
  });

  test('the address as it was typed goes along to the recovery', async () => {
    await atSignIn({});
    fill('E-mail', 'ion@example.org');
    await press('Trouble signing in?');
    expect(field('E-mail')).toHaveValue('ion@example.org');
  });
});
