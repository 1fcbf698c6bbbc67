import { ApiError } from './api-error.ts';
import { authCall } from './auth-call.ts';
import type { AuthConfig, CheckedCode, SessionAnswer, SignInAnswer } from './auth-types.ts';
import { prove } from './prove.ts';
import { accessToken } from './session.ts';
import type { components } from './types.gen.ts';
import { widgetCall } from './widget-call.ts';

type Schemas = components['schemas'];

/* The calls of `/auth/v1` that the product makes. Calls that can be aborted take a signal. */

/** The access token of a guest who is to become the account that signs up or in. */
export interface Guest {
  bearer: string;
}

function isOfOtherTenant(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'tenant_id_mismatch';
}

/** The settings of a tenant; empty is the default one. */
export function authConfig(tenant: string, signal?: AbortSignal): Promise<AuthConfig> {
  return authCall('/config', { method: 'GET', tenant, ...(signal && { signal }) });
}

/** The sign-in methods of an address; empty without an account. */
export async function signInMethods(
  email: string,
  signal: AbortSignal,
): Promise<Schemas['Methods']> {
  try {
    return await widgetCall('/methods', { body: { email }, signal });
  } catch (error) {
    const challenge = error instanceof ApiError ? error.challenge : undefined;
    const proof = challenge && (await prove(challenge, signal));
    signal.throwIfAborted();
    if (!proof) throw error;
    return widgetCall('/methods', { body: { email, proof }, signal });
  }
}

/** In protected mode the answer does not reveal whether the address was free. */
export function signUp(
  body: Schemas['SignUpInput'],
  signal: AbortSignal,
  guest?: Guest,
): Promise<SessionAnswer | Schemas['CheckEmail']> {
  return widgetCall('/sign-up', { body, signal, ...guest });
}

export function signInWithPassword(
  body: Schemas['PasswordInput'],
  signal: AbortSignal,
  guest?: Guest,
): Promise<SignInAnswer> {
  return widgetCall('/sign-in/password', { body, signal, ...guest });
}

/** Signs in without an account. */
export function signInAsGuest(
  body: Schemas['GuestInput'],
  signal: AbortSignal,
): Promise<SessionAnswer> {
  return widgetCall('/sign-in/anonymous', { body, signal });
}

export function signInWithLink(
  body: Schemas['EmailLinkInput'],
  signal: AbortSignal,
  guest?: Guest,
): Promise<SignInAnswer> {
  return widgetCall('/sign-in/email-link', { body, signal, ...guest });
}

/** Options of a call about a second factor; outside the widget the tenant is that of the account. */
export interface FactorOptions {
  signal?: AbortSignal;
  tenant?: string;
}

/** Completes a sign-in with a second factor or a recovery code. */
export function finishSecondFactor(
  body: Schemas['FinalizeInput'],
  options: FactorOptions = {},
): Promise<SessionAnswer> {
  return widgetCall('/mfa/sign-in/finalize', { body, ...options });
}

/** Sends the code of a telephone number that is a second factor. */
export function sendFactorCode(
  body: Schemas['FactorCodeInput'],
  options: FactorOptions = {},
): Promise<Schemas['FactorCodeSent']> {
  return widgetCall('/mfa/sign-in/start', { body, ...options });
}

/** A challenge of the captcha, if this server issues them. */
export function getCaptcha(signal: AbortSignal): Promise<Schemas['CaptchaAnswer']> {
  return widgetCall('/captcha', { body: {}, signal });
}

/** Sends a text message with a code. */
export function sendPhoneCode(
  body: Schemas['PhoneCodeInput'],
  signal?: AbortSignal,
): Promise<Schemas['PhoneCodeSent']> {
  return widgetCall('/phone/send', { body, ...(signal && { signal }) });
}

export function signInWithPhone(
  body: Schemas['PhoneSignInInput'],
  signal: AbortSignal,
  guest?: Guest,
): Promise<SignInAnswer> {
  return widgetCall('/sign-in/phone', { body, signal, ...guest });
}

/** The result of a visit to a provider. */
export function providerResult(
  body: Schemas['ResultInput'],
  signal: AbortSignal,
  guest?: Guest,
): Promise<Schemas['ProviderResult']> {
  return widgetCall('/idp/result', { body, signal, ...guest });
}

/** Starts a sign-in with an account that the browser offers by itself. */
export function startBrowserAccount(
  provider: string,
  signal: AbortSignal,
): Promise<Schemas['BrowserAccountStarted']> {
  return widgetCall(`/idp/${provider}/browser/start`, { signal });
}

/** Sends the ID token for verification; `providerResult` then returns the outcome. */
export async function finishBrowserAccount(
  provider: string,
  body: Schemas['BrowserAccountInput'],
  signal: AbortSignal,
): Promise<void> {
  await widgetCall(`/idp/${provider}/browser/finalize`, { body, signal });
}

/** Links the provider identity of a visit to the account that just signed in. */
export function linkProvider(
  transaction: string,
  bearer: string,
  signal: AbortSignal,
): Promise<SessionAnswer> {
  return widgetCall('/link', { body: { transaction }, bearer, signal });
}

/** Sends a mail with an action code. */
export function sendMail(
  body: Schemas['SendInput'],
  signal: AbortSignal,
  guest?: Guest,
): Promise<{ email: string }> {
  return widgetCall('/oob/send', { body, signal, ...guest });
}

/** Whether this browser requested the link, and for which address. */
export function linkDevice(uiSid: string, signal: AbortSignal): Promise<Schemas['Device']> {
  return widgetCall('/oob/device', { body: { ui_sid: uiSid }, signal });
}

export function checkCode(code: string, signal: AbortSignal): Promise<CheckedCode> {
  return widgetCall('/oob/check', { body: { code }, signal });
}

/**
 * Uses a code. In a browser that is signed in to the account, the call also proves that its password
 * and its mailbox belong to the same person; a link works without a session too.
 */
export async function applyCode(code: string, signal: AbortSignal): Promise<CheckedCode> {
  const bearer = await accessToken().catch(() => null);
  const apply = (token: string | null) =>
    widgetCall<CheckedCode>('/oob/apply', {
      body: { code },
      ...(token && { bearer: token }),
      signal,
    });
  try {
    return await apply(bearer);
  } catch (error) {
    // The session of another tenant proves nothing about this code.
    if (bearer === null || !isOfOtherTenant(error)) throw error;
    return apply(null);
  }
}

export function resetPassword(
  body: Schemas['ResetInput'],
  signal: AbortSignal,
): Promise<{ email: string }> {
  return widgetCall('/oob/reset-password', { body, signal });
}
