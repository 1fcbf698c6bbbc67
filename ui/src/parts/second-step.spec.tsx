import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adoptSession } from '../api/session.ts';
import { authServer, exampleAuthConfig, exampleSession } from '../test/auth-server.ts';
import { assertion, fakePasskeys } from '../test/fake-passkeys.ts';
import { renderApp } from '../test/render-app.tsx';
import { fill, freshWidget, pass, press } from '../test/widget.tsx';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';

const solveChallenge = vi.hoisted(() => vi.fn(async () => 'solved'));
vi.mock('./phone/proof-of-work.ts', () => ({ solveChallenge }));

beforeEach(freshWidget);
afterEach(() => {
  vi.unstubAllGlobals();
});

const disable_sign_up = { status: false };
const phone = {
  provider: 'phone',
  sign_in_method: 'password',
  require_display_name: false,
  force_same_device: false,
  email_link: false,
  password: false,
  disable_sign_up,
  countries: ['RO'],
  default_country: 'RO',
};
const number = {
  id: 'f1',
  kind: 'sms',
  display_name: '',
  masked: '••• 3456',
  enrolled_at: '2026-11-01T09:00:00Z',
};

/** The second step after the right password. */
async function open(changes: object) {
  const required = {
    status: 'second_factor_required',
    pending_credential: 'pending',
    factors: [number],
    has_recovery_codes: true,
    has_passkeys: false,
    ...changes,
  };
  const config = exampleAuthConfig({
    sign_in_options: [...exampleAuthConfig().sign_in_options, phone],
    captcha: { kind: 'proof_of_work' },
  });
  const calls = authServer({
    '/config': { body: config },
    '/captcha': { body: { kind: 'proof_of_work', challenge: {} } },
    '/reauth/password': { status: 202, body: required },
    '/mfa/sign-in/start': ({ kind }) => ({
      body:
        kind === 'passkey'
          ? { transaction: 't1', options: { challenge: 'AAAA' } }
          : { session_info: 's1', masked: '••• 3456', expires_in: 300, resend_after: 15 },
    }),
    '/mfa/sign-in/finalize': { body: exampleSession() },
  });
  adoptSession(exampleSession());
  const onDone = vi.fn();
  renderApp({ element: <ReauthenticateDialog open onDone={onDone} onCancel={vi.fn()} /> });
  await pass();
  fill('Password', 'a password');
  await press('Continue');
  await pass();
  const bodyOf = (path: string) => calls.findLast((call) => call.path === path)?.body;
  return { bodyOf, onDone };
}

test('M18 a text message is sent to the number on request', async () => {
  const { bodyOf, onDone } = await open({});
  expect(screen.getByRole('radio', { name: 'Text message ••• 3456' })).toBeChecked();
  expect(screen.getByText('We will send a code to ••• 3456.')).toBeInTheDocument();
  await press('Send the code');
  await pass();
  expect(bodyOf('/mfa/sign-in/start')).toEqual({
    pending_credential: 'pending',
    factor_id: 'f1',
    captcha: 'solved',
    lang: 'en',
  });
  fill('6-digit code', '123456');
  await press('Continue');
  expect(onDone).toHaveBeenCalledOnce();
  expect(bodyOf('/mfa/sign-in/finalize')).toEqual({
    pending_credential: 'pending',
    factor_id: 'f1',
    session_info: 's1',
    code: '123456',
  });
});

test('M23 a passkey takes the place of the code', async () => {
  fakePasskeys();
  const { bodyOf, onDone } = await open({ has_passkeys: true });
  act(() => screen.getByRole('radio', { name: 'Passkey' }).click());
  await press('Use a passkey');
  for (let turn = 0; turn < 5; turn += 1) await pass();
  expect(onDone).toHaveBeenCalledOnce();
  expect(bodyOf('/mfa/sign-in/finalize')).toEqual({
    pending_credential: 'pending',
    transaction: 't1',
    credential: assertion,
  });
});
