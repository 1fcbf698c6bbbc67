import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { readSubscription } from '../api/mail.ts';
import type { Subscription } from '../api/mail-types.ts';
import { showUnlessChosen } from '../i18n/setup.ts';

const minute = 60_000;
const keyOf = (token: string) => ['subscription', token] as const;

/**
 * What the address behind a mailed link gets; the page follows its language.
 *
 * A failure is told at once and not asked about anew in the background: a press may follow, or the
 * connection may come back.
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

/** Puts what a call has answered in the place of what was known. */
export function useKeepSubscription(token: string) {
  const queryClient = useQueryClient();
  return (subscription: Subscription): Subscription => {
    queryClient.setQueryData(keyOf(token), subscription);
    return subscription;
  };
}
