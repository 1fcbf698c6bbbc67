import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Factor } from '../../api/auth-types.ts';
import { exampleSession, refusal } from '../../test/auth-server.ts';
import { captcha, dialogText, enterCode, freshPhoneWidget } from '../../test/phone-widget.tsx';
import {
  afterPassword,
  credential,
  finalize,
  start,
  totp,
} from '../../test/second-factor-widget.ts';
import { errorOf, infoBar, pageId, pass, press } from '../../test/widget.tsx';

beforeEach(freshPhoneWidget);

const number: Factor = { ...totp, id: 'f2', kind: 'sms', masked: '••• 3456' };
const sent = { session_info: 's1', masked: '••• 3456', expires_in: 300, resend_after: 15 };

type Replies = Parameters<typeof afterPassword>[0];

/** The widget after the right password of an account with these factors. */
async function afterFirstFactor(replies: Replies = {}, factors = [number]) {
  const sending = { '/captcha': captcha, [start]: { body: sent } };
  const opened = await afterPassword({ ...sending, ...replies }, { factors });
  await pass();
  return opened;
}

/** The same, with the message sent. */
async function atCode(replies: Replies = {}, factors = [number]) {
  const opened = await afterFirstFactor(replies, factors);
  await pass(1000);
  expect([pageId(), dialogText()]).toEqual(['mfaPhoneCode', null]);
  return opened;
}

describe('the code of a text message as second step', () => {
  test('M18 it is sent when the page opens, to a masked number, and signs in', async () => {
    const opened = await afterFirstFactor({ [finalize]: { body: exampleSession() } });
    const { calls, signInSuccessWithAuthResult: success } = opened;
    expect(dialogText()).toContain('Code sent!');
    await pass(1000);
    expect(pageId()).toBe('mfaPhoneCode');
    expect(screen.getByText('••• 3456')).toBeInTheDocument();
    expect(calls.find(({ path }) => path === start)?.body).toEqual({
      pending_credential: credential,
      factor_id: number.id,
      captcha: 'solved',
      lang: 'en',
    });
    await enterCode('123 456');
    expect(calls.at(-1)?.body).toEqual({
      pending_credential: credential,
      factor_id: number.id,
      code: '123456',
      session_info: 's1',
    });
    expect(dialogText()).toContain('Verified!');
    expect(success).not.toHaveBeenCalled();
    await pass(1000);
    expect(success).toHaveBeenCalledOnce();
  });

  test('it can be sent again after fifteen seconds', async () => {
    const { calls } = await atCode();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    await pass(14_000);
    await press('Send again');
    await pass();
    await pass(1000);
    expect(calls.filter(({ path }) => path === start)).toHaveLength(2);
    expect([pageId(), dialogText()]).toEqual(['mfaPhoneCode', null]);
    expect(screen.getByText('The code can be sent again in 0:14.')).toBeInTheDocument();
  });

  test.each(['12345', '12a456', ''])(
    '%j is not sent, and a wrong code is at the field',
    async (typed) => {
      const { calls } = await atCode({ [finalize]: refusal('invalid_verification_code') });
      const before = calls.length;
      await enterCode(typed);
      expect(errorOf('6-digit code')).toBe('Wrong code. Try again.');
      expect(calls).toHaveLength(before);
      await enterCode('123456');
      expect([errorOf('6-digit code'), dialogText()]).toEqual(['Wrong code. Try again.', null]);
    },
  );

  test('M19 a code that is no longer valid asks for another one', async () => {
    await atCode({ [finalize]: refusal('code_expired') });
    await enterCode('123456');
    expect(pageId()).toBe('mfaPhoneCode');
    expect(infoBar()).toContain('This code is no longer valid');
    await press('Send the code');
    await pass();
    await pass(1000);
    expect(screen.getByLabelText('6-digit code')).toBeInTheDocument();
    expect(infoBar()).toBeNull();
  });

  test('M19 too many wrong codes lead to the start', async () => {
    await atCode({ [finalize]: refusal('too_many_requests', 429) });
    await enterCode('123456');
    expect(pageId()).toBe('signIn');
    expect(infoBar()).toMatch(/Too many requests/);
  });

  test('a message that cannot be sent leaves the other methods', async () => {
    await afterFirstFactor({ [start]: refusal('too_many_requests', 429) });
    expect(pageId()).toBe('mfaPhoneCode');
    expect(infoBar()).toContain('This phone number has been used too many times');
    expect(screen.queryByLabelText('6-digit code')).toBeNull();
    await press('Use a recovery code');
    expect(pageId()).toBe('mfaRecoveryCode');
  });

  test('coming back to the number sends no second message', async () => {
    const { calls } = await atCode();
    await press('Use a recovery code');
    await press('Use another method');
    expect(pageId()).toBe('mfaPhoneCode');
    expect(calls.filter(({ path }) => path === start)).toHaveLength(1);
    expect(screen.getByLabelText('6-digit code')).toBeInTheDocument();
  });

  test('of several steps the number is chosen by its last digits', async () => {
    const { calls } = await afterFirstFactor({}, [number, totp]);
    expect(pageId()).toBe('mfaSelectFactor');
    expect(calls.some(({ path }) => path === start)).toBe(false);
    await press('Text message ••• 3456');
    await pass();
    await pass(1000);
    expect(pageId()).toBe('mfaPhoneCode');
    await press('Cancel');
    expect(pageId()).toBe('signIn');
  });
});
