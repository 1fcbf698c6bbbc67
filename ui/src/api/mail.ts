import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { authed, client, unwrap } from './client.ts';
import type {
  AccountMail,
  AccountMailChange,
  Subscription,
  SubscriptionChange,
} from './mail-types.ts';
import type { components } from './types.gen.ts';

type Schemas = components['schemas'];

/* What no token can be is not sent to the server. */
function at(token: string) {
  if (/^[\w-]{1,1024}$/.test(token)) return { params: { path: { token } } };
  throw new ApiError(400, 'invalid_link', 'This is no token.');
}

/* The calls of whoever holds a link that was mailed; nobody has to be signed in. */

export async function readSubscription(token: string, signal: AbortSignal): Promise<Subscription> {
  return unwrap(await client.GET('/subscriptions/{token}', { ...at(token), signal }));
}

export async function changeSubscription(
  token: string,
  change: SubscriptionChange,
): Promise<Subscription> {
  const body = change as Schemas['PreferencesChange'];
  return unwrap(await client.POST('/subscriptions/{token}', { ...at(token), body }));
}

/** The answer has the token of the settings. */
export async function confirmSubscription(token: string): Promise<Subscription> {
  return unwrap(await client.POST('/subscriptions/{token}/confirm', at(token)));
}

/** Takes a confirmation back, and the subscription with it. */
export async function undoConfirmation(token: string): Promise<Subscription> {
  return unwrap(await client.POST('/subscriptions/{token}/undo-confirm', at(token)));
}

/** Stops every mail. */
export async function leave(token: string): Promise<Subscription> {
  return unwrap(await client.POST('/subscriptions/{token}/leave', at(token)));
}

/** Takes leaving back. */
export async function rejoin(token: string): Promise<Subscription> {
  return unwrap(await client.POST('/subscriptions/{token}/rejoin', at(token)));
}

/** Deletes what the mailing list knows; an account stays. */
export async function removeSubscription(token: string): Promise<void> {
  const answer = await client.DELETE('/subscriptions/{token}', at(token));
  // The answer has no body.
  if (!answer.response.ok) unwrap(answer);
}

/* The same for who is signed in. */

const of = (uid: string) => ({ params: { path: { uid } } });

export async function changeAccountMail(
  uid: string,
  change: AccountMailChange,
): Promise<AccountMail> {
  const body = change as Schemas['SettingsInput'];
  return unwrap(await authed.POST('/users/mail-preferences/{uid}', { ...of(uid), body }));
}

export const accountMailQuery = (uid: string) =>
  queryOptions({
    queryKey: ['reader', uid, 'mail'],
    queryFn: async ({ signal }): Promise<AccountMail> =>
      unwrap(await authed.GET('/users/mail-preferences/{uid}', { ...of(uid), signal })),
    staleTime: 0,
  });
