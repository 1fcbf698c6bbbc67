import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { minute } from '../durations.ts';
import type { SearchFilters } from '../paths.ts';
import { ApiError } from './api-error.ts';
import { client, unwrap } from './client.ts';
import { searchQMaxLength } from './limits.gen.ts';
import { nextCursor } from './link-header.ts';
import { isWorthRetrying, retryDelay } from './query-client.ts';
import type { AudienceRole, Language, SearchAnswer } from './types.ts';

/* While the server makes its index after a start. */
const indexRetryMs = 2_000;
/* Attempts until the first articles are in the index: some minutes on a slow server. */
const mostAttempts = 120;

interface SearchPage extends SearchAnswer {
  next: string | undefined;
}

async function fetchPage(
  { role, q, ...filters }: SearchFilters,
  lang: Language,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<SearchPage> {
  const query = {
    ...filters,
    lang,
    ...(q && { q: q.slice(0, searchQMaxLength) }),
    ...(role && { role: role as AudienceRole }),
    ...(cursor && { cursor }),
  };
  const answer = await client.GET('/search', { params: { query }, signal });
  return { ...unwrap(answer), next: nextCursor(answer.response.headers.get('Link')) };
}

/** Whether the server is up and has no index yet. */
function isBeingPrepared(error: Error): error is ApiError {
  return (
    error instanceof ApiError && error.code === 'unavailable' && error.retryAfter !== undefined
  );
}

/** The results of a search, page by page. */
export const searchQuery = (filters: SearchFilters, lang: Language) =>
  infiniteQueryOptions({
    queryKey: ['search', lang, filters],
    queryFn: ({ pageParam, signal }) => fetchPage(filters, lang, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: minute,
    retry: (failures, error) =>
      isBeingPrepared(error) ? failures < mostAttempts : isWorthRetrying(failures, error),
    retryDelay: (failures, error) => (isBeingPrepared(error) ? indexRetryMs : retryDelay(failures)),
    refetchInterval: ({ state }) => {
      const index = state.data?.pages[0]?.index;
      return index && index.indexed < index.articles ? indexRetryMs : false;
    },
  });

/** Suggestions for what the reader is typing. */
export const suggestQuery = (typed: string, lang: Language) =>
  queryOptions({
    queryKey: ['search', 'suggest', lang, typed],
    queryFn: async ({ signal }) =>
      unwrap(
        await client.GET('/search/suggest', { params: { query: { q: typed, lang } }, signal }),
      ),
    placeholderData: keepPreviousData,
    staleTime: minute,
    // A late suggestion is useless.
    retry: false,
  });
