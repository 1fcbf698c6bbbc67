import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Factor } from '../../api/auth-types.ts';
import { exampleSession, refusal } from '../../test/auth-server.ts';
import { assertion, fakePasskeys, refused } from '../../test/fake-passkeys.ts';
import {
  afterPassword,
  credential,
  finalize,
  start,
  totp,
} from '../../test/second-factor-widget.ts';
import { freshWidget, infoBar, pageId, pressForCeremony as press } from '../../test/widget.tsx';

beforeEach(freshWidget);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const key: Factor = { ...totp, id: 'f2', kind: 'passkey', display_name: 'Cheie' };
const started = { transaction: 't1', options: { challenge: 'AAAA', rpId: 'p.example' } };

/** The widget after the right password of an account with passkeys and these factors. */
async function afterFirstFactor(
  replies: Parameters<typeof afterPassword>[0],
  ...factors: Factor[]
) {
  const passkeys = { [start]: { body: started }, [finalize]: { body: exampleSession() } };
  return afterPassword({ ...passkeys, ...replies }, { factors, hasPasskeys: true });
}

test('M23 a passkey can be chosen beside a code, and signs in', async () => {
  const browser = fakePasskeys();
  const { calls, signInSuccessWithAuthResult: success } = await afterFirstFactor({}, totp);
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
  const { signInSuccessWithAuthResult: success } = await afterFirstFactor({}, key);
  expect(pageId()).toBe('mfaPasskey');
  expect(infoBar()).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Use another method' })).toBeNull();
  answers = true;
  await press('Try again');
  expect(success).toHaveBeenCalledOnce();
});

test('a sign-in that is over leads to the start', async () => {
  fakePasskeys();
  await afterFirstFactor({ [finalize]: refusal('session_expired') }, key);
  expect(pageId()).toBe('signIn');
  expect(infoBar()).toMatch(/session has expired/);
});

test('without passkeys in the browser only codes are offered', async () => {
  await afterFirstFactor({}, totp, key);
  expect(pageId()).toBe('mfaTotpCode');
  expect(screen.queryByRole('button', { name: 'Use another method' })).toBeNull();
});
