import { authCall } from './auth-call.ts';
import type {
  AuthConfig,
  CheckedCode,
  MailKind,
  Persistence,
  SessionAnswer,
  SignedInDevice,
  User,
} from './auth-types.ts';
import { adoptSession, endSession, withToken } from './session.ts';
import type { Language } from './types.ts';

/* The calls of `/auth/v1` that the product makes. What may be given up takes a signal. */

export function authConfig(signal?: AbortSignal): Promise<AuthConfig> {
  return authCall('/config', { method: 'GET', ...(signal && { signal }) });
}

/** Which ways of signing in an address has; empty when it has no account. */
export function signInMethods(email: string, signal: AbortSignal): Promise<{ methods: string[] }> {
  return authCall('/methods', { body: { email }, signal });
}

export interface SignUp {
  email: string;
  password: string;
  display_name?: string;
  persistence?: Persistence;
  lang?: Language;
}

/** In protected mode the server does not say whether the address was free. */
export function signUp(
  body: SignUp,
  signal: AbortSignal,
): Promise<SessionAnswer | { status: 'check_email' }> {
  return authCall('/sign-up', { body, signal });
}

export function signInWithPassword(
  body: { email: string; password: string; persistence?: Persistence },
  signal: AbortSignal,
): Promise<SessionAnswer> {
  return authCall('/sign-in/password', { body, signal });
}

export function signInWithLink(
  body: {
    email: string;
    code: string;
    ui_sid?: string;
    persistence?: Persistence;
    lang?: Language;
  },
  signal: AbortSignal,
): Promise<SessionAnswer> {
  return authCall('/sign-in/email-link', { body, signal });
}

interface Mail {
  kind: MailKind;
  email?: string;
  new_email?: string;
  continue_url?: string;
  lang?: Language;
}

/** Sends a mail with an action code to an address, signed in or not. */
export function sendMail(body: Mail, signal?: AbortSignal): Promise<{ email: string }> {
  return authCall('/oob/send', { body, ...(signal && { signal }) });
}

/** Sends a mail that concerns the reader's own account. */
export function sendOwnMail(body: Mail, signal?: AbortSignal): Promise<{ email: string }> {
  return withToken((bearer) => authCall('/oob/send', { body, bearer, ...(signal && { signal }) }));
}

/** Whether this browser asked for the link, and for which address. */
export function linkDevice(
  uiSid: string,
  signal: AbortSignal,
): Promise<{ same_device: boolean; email: string | null }> {
  return authCall('/oob/device', { body: { ui_sid: uiSid }, signal });
}

export function checkCode(code: string, signal: AbortSignal): Promise<CheckedCode> {
  return authCall('/oob/check', { body: { code }, signal });
}

export function applyCode(code: string, signal: AbortSignal): Promise<CheckedCode> {
  return authCall('/oob/apply', { body: { code }, signal });
}

export function resetPassword(
  body: { code: string; new_password: string },
  signal: AbortSignal,
): Promise<{ email: string }> {
  return authCall('/oob/reset-password', { body, signal });
}

/** Proves again who reads; the session goes on with a new time of sign-in. */
export async function reauthenticate(password: string, signal?: AbortSignal): Promise<User> {
  const session = await withToken((bearer) =>
    authCall<SessionAnswer>('/reauth/password', {
      body: { password },
      bearer,
      ...(signal && { signal }),
    }),
  );
  adoptSession(session);
  return session.user;
}

export function me(): Promise<User> {
  return withToken((bearer) => authCall('/me', { method: 'GET', bearer }));
}

interface Changes {
  display_name?: string;
  language?: Language;
  password?: string;
  current_password?: string;
}

/** Changes the reader's own account; the session goes on with new tokens. */
export async function changeMe(body: Changes): Promise<User> {
  const session = await withToken((bearer) => authCall<SessionAnswer>('/me', { body, bearer }));
  adoptSession(session);
  return session.user;
}

/** Removes the account for good; the session ends with it. */
export async function deleteMe(): Promise<void> {
  await withToken((bearer) => authCall('/me', { method: 'DELETE', bearer }));
  endSession();
}

/** The account's data as a file. */
export async function exportMe(): Promise<Blob> {
  const data = await withToken((bearer) =>
    authCall<unknown>('/me/export', { method: 'GET', bearer }),
  );
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

export function signedInDevices(): Promise<{ sessions: SignedInDevice[] }> {
  return withToken((bearer) => authCall('/sessions', { method: 'GET', bearer }));
}

export function endDevice(id: string): Promise<unknown> {
  return withToken((bearer) =>
    authCall(`/sessions/${encodeURIComponent(id)}`, { method: 'DELETE', bearer }),
  );
}

/** Ends all sessions but this one. */
export function endOtherDevices(): Promise<unknown> {
  return withToken((bearer) => authCall('/revoke', { body: { others: true }, bearer }));
}
