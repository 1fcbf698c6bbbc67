import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '../../api/queries.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { HomeFilters } from '../../paths.ts';
import type { Interest } from './interest.ts';
import { useArrivals } from './use-arrivals.ts';

/* The server answers an unchanged list with its tag alone. */
const politePause = 180_000;

/**
 * The articles that the server has for this search. Asks again when the reader comes back to the
 * page, every few minutes, and when a notification names an article that the list does not have.
 */
export function useHomeList({ q }: HomeFilters, interest: Interest | undefined) {
  const language = useLanguage();
  const query = useQuery({
    ...queries.lawChanges(q, language),
    placeholderData: keepPreviousData,
    refetchInterval: politePause,
    refetchOnWindowFocus: true,
  });
  const current = query.isPlaceholderData ? undefined : query.data;
  const arrivals = useArrivals(current, `${language} ${q ?? ''}`);

  const { refetch } = query;
  const notified = interest?.notified;
  useEffect(() => {
    const listed = q === undefined ? current : undefined;
    if (!listed || !notified) return;
    if (notified.some((slug) => !listed.some((article) => article.slug === slug))) void refetch();
    // Only a new notification asks again: an article may have been withdrawn since.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  }, [notified]);

  return { query, articles: arrivals.shown ?? query.data, arrivals };
}
