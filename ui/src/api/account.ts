import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { authed, unwrap } from './client.ts';
import { adoptSession } from './session.ts';
import type { components } from './types.gen.ts';
import type { Language } from './types.ts';

type Schemas = components['schemas'];

/** One place where the reader is signed in. */
export type AccountSession = Schemas['Session'];

/** Changes what is told of the account; the answer brings new tokens. */
export async function changeAccount(body: Schemas['ChangeInput']): Promise<void> {
  adoptSession(unwrap(await authed.POST('/auth/v1/me', { body })));
}

/** Proves again who is reading, for what only a recent sign-in may do. */
export async function proveByPassword(password: string): Promise<void> {
  adoptSession(unwrap(await authed.POST('/auth/v1/reauth/password', { body: { password } })));
}

/** The same by a visit to the provider through which the reader signs in. */
export async function proveByProvider(transaction: string): Promise<void> {
  adoptSession(unwrap(await authed.POST('/auth/v1/reauth/idp', { body: { transaction } })));
}

/* Here the limit is that of mails; the same code elsewhere means wrong passwords. */
async function send(body: Schemas['SendInput']): Promise<void> {
  try {
    unwrap(await authed.POST('/auth/v1/oob/send', { body }));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'too_many_requests')) throw error;
    throw new ApiError(error.status, 'too_many_tries', error.message);
  }
}

/** The same for an account without a password: whoever opens the link has signed in anew. */
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

/** Everything that is kept of the account, as the file that the server made. */
export async function exportAccount(): Promise<Blob> {
  return unwrap<Blob>(await authed.GET('/auth/v1/me/export', { parseAs: 'blob' }));
}

export const accountQueries = {
  sessions: (uid: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'sessions'],
      queryFn: async ({ signal }) =>
        unwrap(await authed.GET('/auth/v1/sessions', { signal })).sessions,
      staleTime: 0,
    }),
};
