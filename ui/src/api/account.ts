import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { authed, unwrap } from './client.ts';
import { adoptSession } from './session.ts';
import type { components } from './types.gen.ts';
import type { Language } from './types.ts';

type Schemas = components['schemas'];

/** One session of the account. */
export type AccountSession = Schemas['Session'];

/** One event in the account's recent activity. */
export type AccountActivity = Schemas['Activity'];

/** Updates the profile; the answer carries new tokens. */
export async function changeAccount(body: Schemas['ChangeInput']): Promise<void> {
  adoptSession(unwrap(await authed.POST('/auth/v1/me', { body })));
}

/** Re-authenticates with the password, for operations that need a recent sign-in. */
export async function proveByPassword(password: string): Promise<void> {
  adoptSession(unwrap(await authed.POST('/auth/v1/reauth/password', { body: { password } })));
}

/** Re-authenticates through the reader's sign-in provider. */
export async function proveByProvider(transaction: string): Promise<void> {
  adoptSession(unwrap(await authed.POST('/auth/v1/reauth/idp', { body: { transaction } })));
}

/** Re-authenticates with a code sent to the account's number. */
export async function proveByPhone(body: Schemas['CredentialInput']): Promise<void> {
  adoptSession(unwrap(await authed.POST('/auth/v1/reauth/phone', { body })));
}

/** Gives the account the number of the code. */
export async function linkPhone(body: Schemas['CredentialInput']): Promise<void> {
  const answer = unwrap(await authed.POST('/auth/v1/phone/link', { body }));
  if ('access_token' in answer) adoptSession(answer);
  else throw new ApiError(409, 'phone_of_another_account', 'The number has another account.');
}

/** Moves what a guest marked into the account, and removes the guest. */
export async function mergeGuest(guestToken: string): Promise<void> {
  unwrap(await authed.POST('/auth/v1/merge-guest', { body: { guest_token: guestToken } }));
}

/** Connects the identity of a visit that was started for this purpose. */
export async function connectProvider(transaction: string): Promise<void> {
  adoptSession(unwrap(await authed.POST('/auth/v1/link', { body: { transaction } })));
}

export async function disconnectProvider(provider: string): Promise<void> {
  const params = { path: { provider } };
  adoptSession(unwrap(await authed.DELETE('/auth/v1/link/{provider}', { params })));
}

/* Here the code means the limit on mails; elsewhere it means wrong passwords. */
async function send(body: Schemas['SendInput']): Promise<void> {
  try {
    unwrap(await authed.POST('/auth/v1/oob/send', { body }));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'too_many_requests')) throw error;
    throw new ApiError(error.status, 'too_many_tries', error.message, error.retryAfter);
  }
}

/** Re-authenticates an account without a password by a mailed link. */
export const sendProofLink = (email: string, lang: Language) =>
  send({ kind: 'email_sign_in', email, lang });

export const sendVerification = (lang: Language) => send({ kind: 'verify_email', lang });

export const sendEmailChange = (newEmail: string, lang: Language) =>
  send({ kind: 'verify_and_change_email', new_email: newEmail, lang });

export async function endSession(id: string): Promise<void> {
  unwrap(await authed.DELETE('/auth/v1/sessions/{id}', { params: { path: { id } } }));
}

export async function endOtherSessions(): Promise<void> {
  unwrap(await authed.POST('/auth/v1/revoke', { body: { others: true } }));
}

export async function deleteAccount(): Promise<void> {
  unwrap(await authed.DELETE('/auth/v1/me'));
}

/** Downloads the account's data as the file that the server made. */
export async function exportAccount(): Promise<Blob> {
  return unwrap<Blob>(await authed.GET('/auth/v1/me/export', { parseAs: 'blob' }));
}

export const accountQueries = {
  activity: (uid: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'activity'],
      queryFn: async ({ signal }) =>
        unwrap(await authed.GET('/auth/v1/activity', { signal })).activity,
      staleTime: 0,
    }),
  sessions: (uid: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'sessions'],
      queryFn: async ({ signal }) =>
        unwrap(await authed.GET('/auth/v1/sessions', { signal })).sessions,
      staleTime: 0,
    }),
};
