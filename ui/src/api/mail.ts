import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import type { AccountMail, MailPreferences, Subscription } from './mail-types.ts';
import { withToken } from './session.ts';
import type { Language } from './types.ts';

export type { AccountMail, DigestFrequency, MailPreferences, Subscription } from './mail-types.ts';

/** Any of these may be changed, alone or together. */
export type SubscriptionChange = Partial<MailPreferences & { language: Language }>;
export interface AccountMailChange {
  in_app_from?: number;
  preferences?: Partial<MailPreferences>;
}

interface CallOptions {
  method?: 'GET' | 'POST' | 'DELETE';
  body?: object;
  bearer?: string;
  signal?: AbortSignal;
}

async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const { method = 'POST', body, bearer, signal } = options;
  const answer = await fetch(path, {
    method,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(bearer && { Authorization: `Bearer ${bearer}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const said: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw ApiError.from(answer.status, said, answer.headers);
  return said as Answer;
}

/* What no token can be is not sent to the server. */
function at(token: string): string {
  if (/^[\w-]{1,1024}$/.test(token)) return `/subscriptions/${token}`;
  throw new ApiError(400, 'invalid_link', 'This is no token.');
}

/* The calls of whoever holds a link that was mailed; nobody has to be signed in. */

export const readSubscription = async (token: string, signal?: AbortSignal) =>
  call<Subscription>(at(token), { method: 'GET', ...(signal && { signal }) });

export const changeSubscription = async (token: string, change: SubscriptionChange) =>
  call<Subscription>(at(token), { body: change });

export const confirmSubscription = async (token: string) =>
  call<Subscription>(`${at(token)}/confirm`);

/** Takes a confirmation back, and the subscription with it. */
export const undoConfirmation = async (token: string) => call<unknown>(`${at(token)}/undo-confirm`);

/** Stops every mail. */
export const leave = async (token: string) => call<Subscription>(`${at(token)}/leave`);

/** Takes leaving back. */
export const rejoin = async (token: string) => call<Subscription>(`${at(token)}/rejoin`);

/** Deletes what the mailing list knows; an account stays. */
export const removeSubscription = async (token: string) =>
  call<unknown>(at(token), { method: 'DELETE' });

/* The same for who is signed in. */

export const changeAccountMail = (uid: string, change: AccountMailChange) =>
  withToken((bearer) =>
    call<AccountMail>(`/users/mail-preferences/${uid}`, { body: change, bearer }),
  );

export const accountMailQuery = (uid: string) =>
  queryOptions({
    queryKey: ['reader', uid, 'mail'],
    queryFn: ({ signal }) =>
      withToken((bearer) =>
        call<AccountMail>(`/users/mail-preferences/${uid}`, { method: 'GET', bearer, signal }),
      ),
    staleTime: 0,
  });
