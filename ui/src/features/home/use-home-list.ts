import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { queries } from '../../api/queries.ts';
import { minute } from '../../durations.ts';
import type { Interest } from '../../hooks/interest.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useArrivals } from './use-arrivals.ts';

/* The server answers an unchanged list with its tag alone. */
const politePause = 3 * minute;

/**
 * The published articles. Fetches them again when the reader comes back to the page, every few
 * minutes, and when a notification names an article that the list does not have.
 */
export function useHomeList(interest: Interest | undefined) {
  const language = useLanguage();
  const query = useQuery({
    ...queries.lawChanges(language),
    placeholderData: keepPreviousData,
    refetchInterval: politePause,
    refetchOnWindowFocus: true,
  });
  const current = query.isPlaceholderData ? undefined : query.data;
  const arrivals = useArrivals(current, language);

  const notified = interest?.notified;
  const lookAgain = useEffectEvent(() => {
    const isMissing = (slug: string) => !current?.some((article) => article.slug === slug);
    if (current && notified?.some(isMissing)) void query.refetch();
  });
  // Only another notification asks again: an article may have been withdrawn since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the notifications are read by the event
  useEffect(() => lookAgain(), [notified]);

  return { query, articles: arrivals.shown ?? query.data, arrivals };
}
