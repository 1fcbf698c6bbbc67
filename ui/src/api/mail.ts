import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { authed, client, ofReader, unwrap } from './client.ts';
import type {
  AccountMail,
  AccountMailChange,
  Subscription,
  SubscriptionChange,
} from './mail-types.ts';
import type { components } from './types.gen.ts';

type Schemas = components['schemas'];

/* A malformed token is not sent to the server. */
function at(token: string) {
  if (/^[\w-]{1,1024}$/.test(token)) return { params: { path: { token } } };
  throw new ApiError(400, 'invalid_link', 'This is no token.');
}

/* Calls with a mailed link's token; they need no session. */

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

/** The answer carries the token for the preferences. */
export async function confirmSubscription(token: string): Promise<Subscription> {
  return unwrap(await client.POST('/subscriptions/{token}/confirm', at(token)));
}

/** Undoes a confirmation and the subscription. */
export async function undoConfirmation(token: string): Promise<Subscription> {
  return unwrap(await client.POST('/subscriptions/{token}/undo-confirm', at(token)));
}

/** Unsubscribes from every mail. */
export async function leave(token: string): Promise<Subscription> {
  return unwrap(await client.POST('/subscriptions/{token}/leave', at(token)));
}

/** Undoes unsubscribing. */
export async function rejoin(token: string): Promise<Subscription> {
  return unwrap(await client.POST('/subscriptions/{token}/rejoin', at(token)));
}

/** Mails a new link in place of one that is too old to change choices. */
export async function sendNewLink(token: string): Promise<void> {
  const answer = await client.POST('/subscriptions/{token}/new-link', at(token));
  if (!answer.response.ok) unwrap(answer);
}

/** Deletes the subscriber's data; an account stays. */
export async function removeSubscription(token: string): Promise<void> {
  const answer = await client.DELETE('/subscriptions/{token}', at(token));
  // The answer has no body.
  if (!answer.response.ok) unwrap(answer);
}

/* The same calls for a signed-in reader. */

export async function changeAccountMail(
  uid: string,
  change: AccountMailChange,
): Promise<AccountMail> {
  const body = change as Schemas['SettingsInput'];
  return unwrap(await authed.POST('/users/mail-preferences/{uid}', { ...ofReader(uid), body }));
}

export const accountMailQuery = (uid: string) =>
  queryOptions({
    queryKey: ['reader', uid, 'mail'],
    queryFn: async ({ signal }): Promise<AccountMail> =>
      unwrap(await authed.GET('/users/mail-preferences/{uid}', { ...ofReader(uid), signal })),
    staleTime: 0,
  });
