import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import * as proofOfWork from '../parts/phone/proof-of-work.ts';
import { authServer } from './auth-server.ts';
import { fill, freshWidget, openWidget, pass, press } from './widget.tsx';

/* The pages for telephone numbers. */

/** As `freshWidget`; challenges are solved at once. Call it in `beforeEach`. */
export function freshPhoneWidget(): void {
  freshWidget();
  vi.spyOn(proofOfWork, 'solveChallenge').mockResolvedValue('solved');
}

export const phone = {
  provider: 'phone',
  whitelistedCountries: ['RO', 'DE', 'MD'],
  defaultCountry: 'RO',
};
export const sent = {
  session_info: 's1',
  phone: '+40722123456',
  expires_in: 300,
  resend_after: 15,
};
export const captcha = { body: { kind: 'proof_of_work', challenge: {} } };

type Replies = Parameters<typeof authServer>[0];

/** Opens the widget with phones as the only way. */
export async function startPhone(replies: Replies = {}, option: object = phone, rest: object = {}) {
  const calls = authServer({ '/captcha': captcha, '/phone/send': { body: sent }, ...replies });
  const widget = await openWidget({ signInOptions: [option], ...rest });
  return { calls, ...widget };
}

/** The box of our own captcha. */
export function robot(): HTMLInputElement {
  return screen.getByRole('checkbox');
}

export async function solve() {
  fireEvent.click(robot());
  await pass();
  await pass();
}

/** The widget on the page for the code. */
export async function atCode(replies: Replies = {}, option: object = phone) {
  const started = await startPhone(replies, option);
  fill('Phone number', '0722 123 456');
  await solve();
  await press('Verify');
  await pass(1000);
  return started;
}

export async function enterCode(code: string) {
  fill('6-digit code', code);
  await press('Continue');
}

export const dialogText = () => screen.queryByRole('dialog')?.textContent ?? null;
