import type { QueryClient } from '@tanstack/react-query';
import { monthOfDay } from './api/plain-dates.ts';
import { queries } from './api/queries.ts';
import { rangeOfMonth } from './hooks/use-deadlines-query.ts';
import { todayInBucharest } from './i18n/format.ts';
import type { Language } from './i18n/language.ts';
import { readDeadlines } from './paths.ts';

/** Fetches an article and its amendments: the text of the server's page stays until all that it shows is there. */
export async function prefetchArticle(
  queryClient: QueryClient,
  slug: string,
  lang: Language,
): Promise<void> {
  await queryClient.prefetchQuery(queries.article(slug, lang));
  const revisions = queryClient.getQueryData(queries.article(slug, lang).queryKey);
  if (revisions?.at(-1)?.amendments)
    await queryClient.prefetchQuery(queries.amendments(slug, lang));
}

/** Fetches the days of a month: with them, the screen is drawn once, and its first lines do not move. */
export async function prefetchDeadlines(
  queryClient: QueryClient,
  params: URLSearchParams,
  lang: Language,
): Promise<void> {
  const { month, view, ...filters } = readDeadlines(params);
  const today = todayInBucharest();
  const range = rangeOfMonth(month ?? monthOfDay(today), today);
  await Promise.all([
    queryClient.prefetchQuery(queries.duties(range, filters, lang)),
    queryClient.prefetchQuery(queries.deadlines(range, filters, lang)),
    view === 'month' && queryClient.prefetchQuery(queries.holidays(range)),
  ]);
}
