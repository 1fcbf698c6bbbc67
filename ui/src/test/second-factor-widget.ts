import type { Factor, SecondFactorAnswer } from '../api/auth-types.ts';
import type { ConfigInput } from '../features/sign-in/config-types.ts';
import { authServer } from './auth-server.ts';
import { fill, giveEmail, openWidget, press } from './widget.tsx';

/* Accounts with second factors. */

export const totp: Factor = {
  id: '01930000-0000-7000-8000-000000000001',
  kind: 'totp',
  display_name: '',
  enrolled_at: '2026-11-01T09:00:00Z',
};
export const credential = `a1B2c3D4e5F6g7H8i9J0k1L2m3N4.${'s'.repeat(43)}`;
export const start = '/mfa/sign-in/start';
export const finalize = '/mfa/sign-in/finalize';

interface Account {
  factors: Factor[];
  hasPasskeys?: boolean;
}

/** The answer to the right first factor of the account. */
export function required({ factors, hasPasskeys = false }: Account) {
  const status = 'second_factor_required';
  const has = { has_recovery_codes: true, has_passkeys: hasPasskeys };
  const body: SecondFactorAnswer = { status, pending_credential: credential, factors, ...has };
  return { status: 202, body };
}

/** The widget after the right password of the account. */
export async function afterPassword(
  replies: Parameters<typeof authServer>[0],
  account: Account = { factors: [totp] },
  config: ConfigInput = {},
) {
  const calls = authServer({
    '/methods': { body: { methods: ['password'] } },
    '/sign-in/password': required(account),
    ...replies,
  });
  const widget = await openWidget(config);
  await giveEmail('ana@example.org');
  fill('Password', 'o vrabie pe gard');
  await press('Sign in');
  return { calls, ...widget };
}
