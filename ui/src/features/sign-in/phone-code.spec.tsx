import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { solveChallenge } from '../../parts/phone/proof-of-work.ts';
import { authServer, exampleSession, exampleUser, refusal } from '../../test/auth-server.ts';
import {
  atCode,
  captcha,
  dialogText,
  enterCode,
  freshPhoneWidget,
  phone,
  sent,
  solve,
} from '../../test/phone-widget.tsx';
import {
  errorOf,
  field,
  fill,
  infoBar,
  openWidget,
  pageId,
  pass,
  press,
} from '../../test/widget.tsx';

beforeEach(freshPhoneWidget);

const user = exampleUser({ phone_number: '+40722123456', sign_in_methods: ['phone'] });

describe('the code', () => {
  test('T05 it can be sent again after fifteen seconds, in place', async () => {
    const { calls } = await atCode();
    await pass(14_000);
    expect(screen.getByText('The code can be sent again in 0:01.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    await pass(1000);
    await press('Send again');
    await pass();
    expect(solveChallenge).toHaveBeenCalledTimes(2);
    expect(calls.filter(({ path }) => path === '/phone/send')).toHaveLength(2);
    await pass(1000);
    expect(dialogText()).toBeNull();
    expect(pageId()).toBe('phoneSignInFinish');
    expect(screen.getByText('The code can be sent again in 0:14.')).toBeInTheDocument();
  });

  test.each(['12345', '12a456', ''])('T06 %j is not sent', async (code) => {
    const { calls } = await atCode();
    const before = calls.length;
    await enterCode(code);
    expect(errorOf('6-digit code')).toBe('Wrong code. Try again.');
    expect(calls).toHaveLength(before);
  });

  test('T07 a wrong code is at the field, and the right one signs in', async () => {
    let right = false;
    const session = exampleSession({ user, is_new_user: true });
    const { calls, signInSuccessWithAuthResult } = await atCode({
      '/sign-in/phone': () => (right ? { body: session } : refusal('invalid_verification_code')),
    });
    await enterCode('111111');
    expect(errorOf('6-digit code')).toBe('Wrong code. Try again.');
    expect(dialogText()).toBeNull();
    right = true;
    await enterCode('123456');
    expect(calls.at(-1)?.body).toEqual({
      session_info: 's1',
      code: '123456',
      persistence: 'local',
      lang: 'en',
    });
    expect(dialogText()).toContain('Verified!');
    expect(signInSuccessWithAuthResult).not.toHaveBeenCalled();
    await pass(1000);
    const [result] = vi.mocked(signInSuccessWithAuthResult).mock.lastCall as unknown[];
    expect(result).toMatchObject({
      user: { phone_number: '+40722123456' },
      operationType: 'signIn',
      additionalUserInfo: { providerId: 'phone', isNewUser: true },
    });
  });

  test('T08 T09 a code that is no longer valid leads to the number, which is kept', async () => {
    await atCode({ '/sign-in/phone': refusal('code_expired') });
    await enterCode('123456');
    expect(pageId()).toBe('phoneSignInStart');
    expect(infoBar()).toContain('This code is no longer valid');
    expect(field('Phone number')).toHaveValue('0722 123 456');
    expect(screen.getByRole('button', { name: 'Country: Romania, +40' })).toBeInTheDocument();
  });

  test('T11 the number is a link to its page, with country and number', async () => {
    await atCode();
    await press('+40722123456');
    expect(pageId()).toBe('phoneSignInStart');
    expect(field('Phone number')).toHaveValue('0722 123 456');
    expect(infoBar()).toBeNull();
  });

  test('only administrators create accounts: the page names the number', async () => {
    const calls = authServer({
      '/captcha': captcha,
      '/phone/send': { body: sent },
      '/sign-in/phone': refusal('admin_restricted_operation', 403),
    });
    await openWidget({ signInOptions: [phone], adminRestrictedOperation: { status: true } });
    fill('Phone number', '0722123456');
    await solve();
    await press('Verify');
    await pass(1000);
    await enterCode('123456');
    expect(pageId()).toBe('unauthorizedUser');
    expect(screen.getByText('+40 0722123456')).toBeInTheDocument();
    expect(calls.at(-1)?.path).toBe('/sign-in/phone');
  });

  test('a network failure keeps the code page with a message', async () => {
    await atCode({ '/sign-in/phone': refusal('unavailable', 503) });
    await enterCode('123456');
    expect(pageId()).toBe('phoneSignInFinish');
    expect(infoBar()).not.toBeNull();
    expect(dialogText()).toBeNull();
  });
});
