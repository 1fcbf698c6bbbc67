import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { readSubscription } from '../api/mail.ts';
import type { Subscription } from '../api/mail-types.ts';
import { minute } from '../durations.ts';
import { showUnlessChosen } from '../i18n/setup.ts';

const keyOf = (token: string) => ['subscription', token] as const;

/**
 * The preferences behind a mailed link; the page follows their language.
 *
 * A failure shows at once and is not retried in the background: the reader may press a button, or
 * the connection may return.
 */
export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: keyOf(token),
    queryFn: async ({ signal }) => {
      const subscription = await readSubscription(token, signal);
      await showUnlessChosen(subscription.language);
      return subscription;
    },
    staleTime: minute,
    refetchOnReconnect: false,
    retry: false,
    networkMode: 'always',
  });

/** Replaces the cached data with a call's answer. */
export function useKeepSubscription(token: string) {
  const queryClient = useQueryClient();
  return (subscription: Subscription): Subscription => {
    queryClient.setQueryData(keyOf(token), subscription);
    return subscription;
  };
}
