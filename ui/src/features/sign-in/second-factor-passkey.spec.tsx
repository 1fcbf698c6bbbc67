import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Factor, SecondFactorAnswer } from '../../api/auth-types.ts';
import { authServer, exampleSession, refusal } from '../../test/auth-server.ts';
import { assertion, fakePasskeys, refused } from '../../test/fake-passkeys.ts';
import {
  fill,
  freshWidget,
  infoBar,
  openWidget,
  pageId,
  pass,
  press as pressOnce,
} from '../../test/widget.tsx';

beforeEach(freshWidget);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/* A ceremony has several calls, one after the other. */
async function press(name: string): Promise<void> {
  await pressOnce(name);
  for (let turn = 0; turn < 5; turn += 1) await pass();
}

const enrolled_at = '2026-11-01T09:00:00Z';
const app: Factor = { id: 'f1', kind: 'totp', display_name: '', enrolled_at };
const key: Factor = { id: 'f2', kind: 'passkey', display_name: 'Cheie', enrolled_at };
const credential = `a1B2c3D4e5F6g7H8i9J0k1L2m3N4.${'s'.repeat(43)}`;
const started = { transaction: 't1', options: { challenge: 'AAAA', rpId: 'p.example' } };
const start = '/mfa/sign-in/start';
const finalize = '/mfa/sign-in/finalize';

function required(...factors: Factor[]): { status: number; body: SecondFactorAnswer } {
  const status = 'second_factor_required';
  const has = { has_recovery_codes: true, has_passkeys: true };
  return { status: 202, body: { status, pending_credential: credential, factors, ...has } };
}

/** The widget after the right password of an account with these factors. */
async function afterPassword(replies: Parameters<typeof authServer>[0], ...factors: Factor[]) {
  const calls = authServer({
    '/methods': { body: { methods: ['password'] } },
    '/sign-in/password': required(...factors),
    [start]: { body: started },
    [finalize]: { body: exampleSession() },
    ...replies,
  });
  const widget = await openWidget();
  fill('E-mail', 'ana@example.org');
  await press('Next');
  fill('Password', 'o vrabie pe gard');
  await press('Sign in');
  return { calls, ...widget };
}

test('M23 a passkey can be chosen beside a code, and signs in', async () => {
  const browser = fakePasskeys();
  const { calls, signInSuccessWithAuthResult: success } = await afterPassword({}, app);
  expect(pageId()).toBe('mfaSelectFactor');
  await press('Passkey');
  expect(browser.get.mock.lastCall?.[0]).toMatchObject({ publicKey: started.options });
  expect(calls.find(({ path }) => path === start)?.body).toEqual({
    pending_credential: credential,
    kind: 'passkey',
  });
  expect(calls.at(-1)?.body).toEqual({
    pending_credential: credential,
    transaction: 't1',
    credential: assertion,
  });
  expect(success).toHaveBeenCalledOnce();
});

test('M25 the only factor is asked for at once, and can be asked for again', async () => {
  let answers = false;
  fakePasskeys(async () => {
    if (!answers) throw refused();
    return { toJSON: () => assertion };
  });
  const { signInSuccessWithAuthResult: success } = await afterPassword({}, key);
  expect(pageId()).toBe('mfaPasskey');
  expect(infoBar()).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Use another method' })).toBeNull();
  answers = true;
  await press('Try again');
  expect(success).toHaveBeenCalledOnce();
});

test('a sign-in that is over leads to the start', async () => {
  fakePasskeys();
  await afterPassword({ [finalize]: refusal('session_expired') }, key);
  expect(pageId()).toBe('signIn');
  expect(infoBar()).toMatch(/session has expired/);
});

test('without passkeys in the browser only codes are offered', async () => {
  await afterPassword({}, app, key);
  expect(pageId()).toBe('mfaTotpCode');
  expect(screen.queryByRole('button', { name: 'Use another method' })).toBeNull();
});
