import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Factor, SecondFactorAnswer } from '../../api/auth-types.ts';
import { authServer, exampleSession, refusal } from '../../test/auth-server.ts';
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

const app: Factor = {
  id: '01930000-0000-7000-8000-000000000001',
  kind: 'totp',
  display_name: '',
  enrolled_at: '2026-11-01T09:00:00Z',
};
const tablet: Factor = {
  ...app,
  id: '01930000-0000-7000-8000-000000000002',
  display_name: 'Tableta',
};
const credential = `a1B2c3D4e5F6g7H8i9J0k1L2m3N4.${'s'.repeat(43)}`;

function required(...factors: Factor[]): { status: number; body: SecondFactorAnswer } {
  const status = 'second_factor_required';
  const body = {
    status,
    pending_credential: credential,
    factors,
    has_recovery_codes: true,
    has_passkeys: false,
  };
  return { status: 202, body };
}

const methods = { '/methods': { body: { methods: ['password'] } } };
const finalize = '/mfa/sign-in/finalize';

async function givePassword() {
  fill('E-mail', 'ana@example.org');
  await press('Next');
  fill('Password', 'o vrabie pe gard');
  await press('Sign in');
}

describe('a sign-in with a second factor', () => {
  test('S06 the right password leads to the code, and the code signs in', async () => {
    const calls = authServer({
      ...methods,
      '/sign-in/password': required(app),
      [finalize]: { body: exampleSession() },
    });
    const { signInSuccessWithAuthResult: success } = await openWidget();
    await givePassword();
    expect(pageId()).toBe('mfaTotpCode');
    expect(success).not.toHaveBeenCalled();
    fill('6-digit code', '123 456');
    await press('Continue');
    expect(success).toHaveBeenCalledOnce();
    expect(calls.at(-1)?.body).toEqual({
      pending_credential: credential,
      factor_id: app.id,
      code: '123456',
    });
  });

  test('a code that is not one makes no call, and a wrong one can be corrected', async () => {
    const calls = authServer({
      ...methods,
      '/sign-in/password': required(app),
      [finalize]: refusal('invalid_verification_code'),
    });
    await openWidget();
    await givePassword();
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
    authServer({
      ...methods,
      '/sign-in/password': required(app),
      [finalize]: refusal(code, status),
    });
    await openWidget();
    await givePassword();
    fill('6-digit code', '123456');
    await press('Continue');
    expect(pageId()).toBe('signIn');
    expect(infoBar()).toMatch(text);
  });

  test('one of several factors is chosen first, and Cancel forgets the sign-in', async () => {
    authServer({ ...methods, '/sign-in/password': required(app, tablet) });
    await openWidget();
    await givePassword();
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
    const calls = authServer({
      ...methods,
      '/sign-in/password': required(app),
      [finalize]: { body: exampleSession({ recovery_codes_left: 1 }) },
    });
    const { signInSuccessWithAuthResult: success } = await openWidget({
      adminRestrictedOperation: { status: false, adminEmail: 'admin@example.org' },
    });
    await givePassword();
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
  const second_factor = required(app).body;
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
