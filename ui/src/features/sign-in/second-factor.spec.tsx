import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Factor } from '../../api/auth-types.ts';
import { authServer, exampleSession, refusal } from '../../test/auth-server.ts';
import {
  afterPassword,
  credential,
  finalize,
  required,
  totp,
} from '../../test/second-factor-widget.ts';
import {
  at,
  errorOf,
  fill,
  freshWidget,
  infoBar,
  openWidget,
  pageId,
  pass,
  press,
} from '../../test/widget.tsx';
import { ownProviderClient } from './provider-client.ts';

beforeEach(freshWidget);

const tablet: Factor = {
  ...totp,
  id: '01930000-0000-7000-8000-000000000002',
  display_name: 'Tableta',
};
describe('a sign-in with a second factor', () => {
  test('S06 the right password leads to the code, and the code signs in', async () => {
    const { calls, signInSuccessWithAuthResult: success } = await afterPassword({
      [finalize]: { body: exampleSession() },
    });
    expect(pageId()).toBe('mfaTotpCode');
    expect(success).not.toHaveBeenCalled();
    fill('6-digit code', '123 456');
    await press('Continue');
    expect(success).toHaveBeenCalledOnce();
    expect(calls.at(-1)?.body).toEqual({
      pending_credential: credential,
      factor_id: totp.id,
      code: '123456',
    });
  });

  test('a code that is not one makes no call, and a wrong one can be corrected', async () => {
    const { calls } = await afterPassword({
      [finalize]: refusal('invalid_verification_code'),
    });
    const before = calls.length;
    fill('6-digit code', '12');
    await press('Continue');
    expect(errorOf('6-digit code')).toBe('Wrong code. Try again.');
    expect(calls).toHaveLength(before);
    fill('6-digit code', '123456');
    expect(errorOf('6-digit code')).toBeNull();
    await press('Continue');
    expect([pageId(), errorOf('6-digit code')]).toEqual(['mfaTotpCode', 'Wrong code. Try again.']);
  });

  test.each([
    ['session_expired', 400, /session has expired/],
    ['invalid_multi_factor_session', 400, /session has expired/],
    ['too_many_requests', 429, /Too many requests/],
  ])('%s leads to the start with a message', async (code, status, text) => {
    await afterPassword({ [finalize]: refusal(code, status) });
    fill('6-digit code', '123456');
    await press('Continue');
    expect(pageId()).toBe('signIn');
    expect(infoBar()).toMatch(text);
  });

  test('one of several factors is chosen first, and Cancel forgets the sign-in', async () => {
    await afterPassword({}, { factors: [totp, tablet] });
    expect(pageId()).toBe('mfaSelectFactor');
    await press('Tableta');
    expect(screen.getByText(/that Tableta shows/)).toBeInTheDocument();
    await press('Use another method');
    await press('Authenticator app');
    expect(pageId()).toBe('mfaTotpCode');
    await press('Cancel');
    expect(pageId()).toBe('signIn');
  });

  test('a recovery code takes its place, and the page says how many are left', async () => {
    const { calls, signInSuccessWithAuthResult: success } = await afterPassword(
      { [finalize]: { body: exampleSession({ recovery_codes_left: 1 }) } },
      undefined,
      { adminRestrictedOperation: { status: false, adminEmail: 'admin@example.org' } },
    );
    await press('Use a recovery code');
    expect(screen.getByRole('link', { name: 'admin@example.org' })).toHaveAttribute(
      'href',
      'mailto:admin@example.org',
    );
    fill('Recovery code', 'k7mq-2xwd-9fhr-t3ve');
    await press('Continue');
    expect(screen.getByText(/You have 1 code left/)).toBeInTheDocument();
    expect(success).not.toHaveBeenCalled();
    await press('Continue');
    expect(success).toHaveBeenCalledOnce();
    expect(calls.at(-1)?.body).toEqual({
      pending_credential: credential,
      recovery_code: 'k7mq-2xwd-9fhr-t3ve',
    });
  });
});

test('S07 a sign-in at a provider asks too, and reports the provider', async () => {
  const second_factor = required({ factors: [totp] }).body;
  authServer({
    '/idp/result': { status: 202, body: { provider: 'google.com', second_factor } },
    [finalize]: { body: exampleSession() },
  });
  at(`/app?screen=auth&mode=callback&transaction=${'t'.repeat(43)}`);
  const { signInSuccessWithAuthResult: success } = await openWidget({
    signInOptions: ['google.com'],
    providers: ownProviderClient('local'),
  });
  await vi.waitFor(() => expect(pageId()).toBe('mfaTotpCode'), { timeout: 20_000 });
  fill('6-digit code', '123456');
  await press('Continue');
  await pass();
  expect(success).toHaveBeenCalledWith(
    expect.objectContaining({
      additionalUserInfo: expect.objectContaining({ providerId: 'google.com' }),
    }),
  );
});
