import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { authServer, refusal } from '../../test/auth-server.ts';
import {
  at,
  byLink,
  exampleEmail as email,
  errorOf,
  field,
  fill,
  freshWidget,
  infoBar,
  openWidget,
  pageId,
  press,
} from '../../test/widget.tsx';
import type { ConfigInput } from './config-types.ts';

beforeEach(freshWidget);

const action = (mode: string, more = '') =>
  at(`/app?screen=auth&mode=${mode}&oobCode=c1&lang=en${more}`);
const checked = (body: object) => ({ '/oob/check': { body: { kind: 'x', ...body } } });
/** Opens the widget and presses the button without which a code is not used. */
const openAndConfirm = async (config: ConfigInput = {}) => {
  await openWidget(config);
  expect(pageId()).toBe('confirmAction');
  await press('Confirm');
};
const applied = (body: object = {}) => ({ '/oob/apply': { body: { kind: 'x', ...body } } });

describe('reset the password', () => {
  test('C01 a good code: the new password is saved, and the address is clean', async () => {
    action('resetPassword');
    const calls = authServer({ ...checked({ email }), '/oob/reset-password': { body: { email } } });
    await openWidget();
    expect(pageId()).toBe('passwordReset');
    expect(screen.getByText(email)).toBeInTheDocument();
    expect(window.location.search).toBe('?screen=auth&lang=en');
    await press('Save');
    expect(errorOf('New password')).toBe('Enter your password');
    fill('New password', 'a new password 1');
    await press('Save');
    expect(pageId()).toBe('passwordResetSuccess');
    expect(calls.at(-1)?.body).toEqual({ code: 'c1', new_password: 'a new password 1' });
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull();
  });

  test('C02 a weak password gets an error, and the code still works', async () => {
    action('resetPassword');
    authServer({
      ...checked({ email }),
      '/oob/reset-password': ({ new_password: password }) =>
        String(password).length < 8 ? refusal('weak_password') : { body: { email } },
    });
    await openWidget({ passwordMin: 8 });
    fill('New password', 'short');
    await press('Save');
    expect(errorOf('New password')).toBe(
      'Strong passwords have at least 8 characters and a mix of letters and numbers',
    );
    fill('New password', 'long enough 1');
    await press('Save');
    expect(pageId()).toBe('passwordResetSuccess');
  });

  test('C03 a used code: no form, but another link can be requested', async () => {
    action('resetPassword');
    authServer({ '/oob/check': refusal('invalid_action_code') });
    await openWidget();
    expect(pageId()).toBe('passwordResetFailure');
    expect(document.querySelector('input')).toBeNull();
    await press('Request a new link');
    expect(pageId()).toBe('passwordRecovery');
  });

  test('a code that runs out meanwhile ends on the same page', async () => {
    action('resetPassword');
    authServer({ ...checked({ email }), '/oob/reset-password': refusal('expired_action_code') });
    await openWidget();
    fill('New password', 'long enough 1');
    await press('Save');
    expect(pageId()).toBe('passwordResetFailure');
  });

  test('a broken network keeps the form and what is in it', async () => {
    action('resetPassword');
    authServer(checked({ email }));
    await openWidget();
    vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
    fill('New password', 'long enough 1');
    await press('Save');
    expect(infoBar()).toBe('A network error has occurred');
    expect(field('New password')).toHaveValue('long enough 1');
  });
});

describe('other actions', () => {
  test("C04 verify: confirmed, with Continue to the link's address", async () => {
    action('verifyEmail', '&continueUrl=%2Fapp%3Fscreen%3Dprofile');
    const calls = authServer(applied({ email }));
    await openAndConfirm();
    expect(pageId()).toBe('emailVerificationSuccess');
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute(
      'href',
      '/app?screen=profile',
    );
    expect(calls.map(({ path, method, body }) => [method, path, body])).toEqual([
      ['POST', '/oob/apply', { code: 'c1' }],
    ]);
    expect(window.location.search).toBe('?screen=auth&lang=en');
  });

  test('C04 a Continue that leads elsewhere is not offered', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    action('verifyEmail', '&continueUrl=https%3A%2F%2Fevil.example%2F');
    authServer(applied());
    await openAndConfirm();
    expect(pageId()).toBe('emailVerificationSuccess');
    expect(screen.queryByRole('link')).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
  });

  test('C05 verify and change: the new address is named', async () => {
    action('verifyAndChangeEmail');
    const calls = authServer({
      ...checked({ email, new_email: 'new@example.org' }),
      ...applied({ email: 'new@example.org' }),
    });
    await openAndConfirm();
    expect(pageId()).toBe('verifyAndChangeEmailSuccess');
    expect(screen.getByText('new@example.org')).toBeInTheDocument();
    expect(calls.map(({ path }) => path)).toEqual(['/oob/check', '/oob/apply']);
  });

  test('C06 recover: the old address is named, and the link sends the reset mail', async () => {
    action('recoverEmail');
    const calls = authServer({
      ...checked({ email, previous_email: 'thief@example.org' }),
      ...applied({ email }),
      '/oob/send': { body: { email } },
    });
    await openAndConfirm();
    expect(pageId()).toBe('emailChangeRevoke');
    expect(screen.getByText(email)).toBeInTheDocument();
    await press('change your password right away');
    expect(calls.at(-1)?.body).toEqual({ kind: 'password_reset', email, lang: 'en' });
    expect(pageId()).toBe('passwordRecoveryEmailSent');
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
  });

  test('C06 where links are on, the page offers one', async () => {
    action('recoverEmail');
    const calls = authServer({
      ...checked({ email }),
      ...applied({ email }),
      '/oob/send': { body: { email } },
    });
    await openAndConfirm({ signInOptions: [{ provider: 'password', allowEmailLink: true }] });
    await press('E-mail me a sign-in link');
    expect(calls.at(-1)?.body).toEqual({ kind: 'email_sign_in', email, lang: 'en' });
    expect(pageId()).toBe('emailLinkSignInSent');
  });

  test('a Continue at a permitted origin is offered', async () => {
    action('verifyEmail', '&continueUrl=https%3A%2F%2Fblog.example%2Fa');
    authServer(applied());
    await openAndConfirm({ continueOrigins: ['https://blog.example'] });
    const link = screen.getByRole('link', { name: 'Continue' });
    expect(link).toHaveAttribute('href', 'https://blog.example/a');
  });

  test('C07 the reset mail cannot be sent', async () => {
    action('recoverEmail');
    authServer({
      ...checked({ email }),
      ...applied({ email }),
      '/oob/send': refusal('quota_exceeded', 429),
    });
    await openAndConfirm();
    await press('change your password right away');
    expect(pageId()).toBe('emailChangeRevoke');
    expect(infoBar()).toBe('Unable to send password reset code to specified email');
  });

  test.each([
    ['verifyEmail', 'emailVerificationFailure', []],
    ['verifyAndChangeEmail', 'verifyAndChangeEmailFailure', []],
    ['recoverEmail', 'emailChangeRevokeFailure', ['Try again']],
    ['revertSecondFactorAddition', 'revertSecondFactorAdditionFailure', ['Try again']],
  ])('a refused code of %s: %s, with the controls %j', async (mode, page, controls) => {
    action(mode);
    const calls = authServer({
      '/oob/check': refusal('invalid_action_code'),
      '/oob/apply': refusal('expired_action_code'),
    });
    await openAndConfirm();
    expect(pageId()).toBe(page);
    const names = screen.queryAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(controls);
    const before = calls.length;
    for (const name of controls) await press(name);
    expect(calls).toHaveLength(before + controls.length);
    expect(pageId()).toBe(page);
  });

  test.each([
    [{ kind: 'phone', masked: '+40••••••567' }, /\+40••••••567/],
    [{ kind: 'totp' }, /device or app/],
  ])('C08 the page names the removed factor %j', async (factor, text) => {
    action('revertSecondFactorAddition');
    authServer({ ...checked({ email, factor }), ...applied({ email }) });
    await openAndConfirm();
    expect(pageId()).toBe('revertSecondFactorAdditionSuccess');
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /change your password/ })).toBeInTheDocument();
  });

  test('where passwords are off, no page offers to change one', async () => {
    action('revertSecondFactorAddition');
    authServer({ ...checked({ email, factor: { kind: 'totp' } }), ...applied({ email }) });
    await openAndConfirm({ signInOptions: [byLink] });
    expect(pageId()).toBe('revertSecondFactorAdditionSuccess');
    expect(screen.queryByRole('button', { name: /change your password/ })).toBeNull();
  });

  test.each(['signIn', 'resetPassword', 'verifyEmail', 'recoverEmail', 'verifyAndChangeEmail'])(
    'C10 mode=%s without a code: a page that says so, and no call',
    async (mode) => {
      at(`/app?screen=auth&mode=${mode}`);
      const calls = authServer({});
      await openWidget();
      expect(pageId()).toBe('recoverableError');
      expect(screen.getByText(/This link is not complete/)).toBeInTheDocument();
      expect(calls).toEqual([]);
    },
  );

  test.each(['seed', 'balanced', 'strict'] as const)(
    '%s: a person presses a button before a code is used',
    async (securityProfile) => {
      action('verifyEmail');
      const calls = authServer(applied());
      await openWidget({ securityProfile });
      expect(pageId()).toBe('confirmAction');
      expect(calls).toEqual([]);
      await press('Confirm');
      expect(pageId()).toBe('emailVerificationSuccess');
    },
  );
});
