import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { HomeFilters } from '../paths.ts';
import { ApiError } from './api-error.ts';
import { authConfig } from './auth.ts';
import { client, unwrap } from './client.ts';
import { nextCursor } from './link-header.ts';
import type { Language } from './types.ts';

const pageSize = 24;
const shownDeadlines = 6;
const minute = 60_000;

/* An address may contain anything; a slug that no article can have is not sent to the server. */
function isSlug(text: string): boolean {
  return /^[a-z0-9-]{1,120}$/.test(text);
}

/** One query factory per resource, so that all readers of a resource share its cache entry. */
export const queries = {
  lawChanges: (filters: HomeFilters, lang: Language) =>
    infiniteQueryOptions({
      queryKey: ['lawchanges', filters, lang],
      initialPageParam: undefined as string | undefined,
      queryFn: async ({ pageParam, signal }) => {
        const query = {
          limit: pageSize,
          lang,
          ...filters,
          ...(pageParam && { cursor: pageParam }),
        };
        const answer = await client.GET('/lawchanges', { params: { query }, signal });
        const articles = unwrap(answer);
        const total = Number(answer.response.headers.get('X-Total-Count') ?? articles.length);
        return { articles, total, next: nextCursor(answer.response.headers.get('Link')) };
      },
      getNextPageParam: (page) => page.next,
      staleTime: minute,
    }),

  /** All revisions, oldest first; the last one is current. */
  article: (slug: string, lang: Language) =>
    queryOptions({
      queryKey: ['lawchanges', slug, lang],
      queryFn: async ({ signal }) => {
        if (!isSlug(slug)) throw new ApiError(404, 'not_found', 'No article has such a name.');
        return unwrap(
          await client.GET('/lawchanges/{articleId}', {
            params: { path: { articleId: slug }, query: { lang } },
            signal,
          }),
        );
      },
      staleTime: minute,
    }),

  topics: () =>
    queryOptions({
      queryKey: ['topics'],
      queryFn: async ({ signal }) => unwrap(await client.GET('/topics', { signal })),
      staleTime: 10 * minute,
    }),

  deadlines: (lang: Language) =>
    queryOptions({
      queryKey: ['deadlines', lang],
      queryFn: async ({ signal }) =>
        unwrap(
          await client.GET('/deadlines', {
            params: { query: { lang, limit: shownDeadlines } },
            signal,
          }),
        ),
      staleTime: 10 * minute,
    }),

  site: () =>
    queryOptions({
      queryKey: ['site'],
      queryFn: async ({ signal }) => unwrap(await client.GET('/site', { signal })),
      staleTime: 10 * minute,
    }),

  /** The sign-in configuration of this server. */
  authConfig: () =>
    queryOptions({
      queryKey: ['auth-config'],
      queryFn: ({ signal }) => authConfig(signal),
      staleTime: 10 * minute,
    }),
};
