import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { authServer, exampleSession, refusal } from '../../test/auth-server.ts';
import {
  afterEmail,
  byPassword,
  exampleEmail as email,
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
import type { ConfigInput } from './config-types.ts';

beforeEach(freshWidget);

async function atSignUp(
  { again, ...replies }: Parameters<typeof afterEmail>[0],
  config: ConfigInput = {},
) {
  let asked = 0;
  const methods = () => {
    asked += 1;
    return asked === 1 ? { body: { methods: [] } } : (again as object);
  };
  return afterEmail({ '/methods': methods, ...replies }, config);
}

async function save(password = 'a good password 1', name = ' Ana ') {
  if (screen.queryByLabelText('First and last name')) fill('First and last name', name);
  fill('Choose a password', password);
  await press('Save');
}

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

  test.each([
    ['password_too_long', /^A password has at most 256 characters/],
    ['common_password', /^This is one of the first passwords that others would try/],
    ['personal_password', /^This password is too close to your name or e-mail address/],
  ])("P10 the server's verdict is shown: %s", async (code, text) => {
    await atSignUp({ '/sign-up': refusal(code) });
    await save('1qaz2wsx');
    expect(errorOf('Choose a password')).toMatch(text);
  });

  test.each([6, 8])("P10 a weak password gets the server's minimum, %d", async (min) => {
    await atSignUp({ '/sign-up': refusal('weak_password') }, { passwordMin: min });
    await save('12345');
    expect(errorOf('Choose a password')).toBe(
      `Strong passwords have at least ${min} characters and a mix of letters and numbers`,
    );
  });

  test.each([
    ['it has an account', { body: { methods: ['password'] } }],
    ['it cannot be looked up', refusal('internal', 500)],
  ])('P11 the address is taken meanwhile, and %s', async (_, again) => {
    await atSignUp({ again, '/sign-up': refusal('email_already_in_use', 409) });
    await save();
    expect(pageId()).toBe('passwordSignUp');
    expect(errorOf('E-mail')).toBe('The email address is already used by another account');
  });

  test('P12 the address belongs to an account without a sign-in method', async () => {
    const again = { body: { methods: [] } };
    await atSignUp({ again, '/sign-up': refusal('email_already_in_use', 409) });
    await save();
    expect(pageId()).toBe('passwordRecovery');
    expect(field('E-mail')).toHaveValue(email);
    expect(infoBar()).toBe(
      'This email already exists without any means of sign-in. Please reset the password to recover.',
    );
  });

  test('a name that the server does not take', async () => {
    await atSignUp({ '/sign-up': refusal('invalid') });
    await save();
    expect(errorOf('First and last name')).toBe(
      'This value cannot be used. Check it and try again.',
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
    expect(infoBar()).toBe(
      status
        ? null
        : "New accounts and accounts of other organisations need the administrator's permission here.",
    );
  });

  test('protected mode: the same page for a free and for a taken address', async () => {
    authServer({ '/sign-up': { status: 202, body: { status: 'check_email' } } });
    await openWidget({ emailPrivacy: 'protected' });
    await giveEmail();
    await press(/New here/);
    await save();
    expect(pageId()).toBe('checkYourEmail');
    expect(screen.getByText(email)).toBeInTheDocument();
    await press('Done');
    expect(pageId()).toBe('signIn');
  });
});
