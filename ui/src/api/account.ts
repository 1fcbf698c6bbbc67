import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { call, request } from './call.ts';
import { adoptSession } from './session.ts';
import type { Language } from './types.ts';

type SessionAnswer = Parameters<typeof adoptSession>[0];

/** One place where the reader is signed in. */
export interface AccountSession {
  id: string;
  created_at: string;
  last_used_at: string;
  device: string;
  current: boolean;
}

interface AccountChange {
  display_name?: string;
  language?: Language;
  password?: string;
  current_password?: string;
}

/** Changes what is told of the account; the answer brings new tokens. */
export async function changeAccount(change: AccountChange): Promise<void> {
  adoptSession(await call<SessionAnswer>('POST', '/auth/v1/me', { body: change }));
}

/** Proves again who is reading, for what only a recent sign-in may do. */
export async function reauthenticate(password: string): Promise<void> {
  adoptSession(
    await call<SessionAnswer>('POST', '/auth/v1/reauth/password', { body: { password } }),
  );
}

/* Here the limit is that of mails; the same code elsewhere means wrong passwords. */
async function sendCode(body: Record<string, string>): Promise<void> {
  try {
    await call('POST', '/auth/v1/oob/send', { body });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'too_many_requests')) throw error;
    throw new ApiError(error.status, 'too_many_mails', error.message);
  }
}

export const sendVerification = (lang: Language) => sendCode({ kind: 'verify_email', lang });

export const sendEmailChange = (newEmail: string, lang: Language) =>
  sendCode({ kind: 'verify_and_change_email', new_email: newEmail, lang });

export const endSession = (id: string) =>
  call('DELETE', `/auth/v1/sessions/${encodeURIComponent(id)}`, { body: {} });

export const endOtherSessions = () => call('POST', '/auth/v1/revoke', { body: { others: true } });

export const deleteAccount = () => call('DELETE', '/auth/v1/me', { body: {} });

/** Everything that is kept of the account, as the file that the server made. */
export async function exportAccount(): Promise<Blob> {
  return (await request('GET', '/auth/v1/me/export')).blob();
}

export const accountQueries = {
  config: () =>
    queryOptions({
      queryKey: ['password-min'],
      queryFn: ({ signal }) =>
        call<{ password_min: number }>('GET', '/auth/v1/config', { signal, open: true }),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  sessions: (uid: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'sessions'],
      queryFn: async ({ signal }) =>
        (await call<{ sessions: AccountSession[] }>('GET', '/auth/v1/sessions', { signal }))
          .sessions,
      staleTime: 0,
    }),
};
