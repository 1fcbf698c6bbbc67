import { queryOptions } from '@tanstack/react-query';
import { minute } from '../durations.ts';
import type { DeadlineFilters } from '../paths.ts';
import { ApiError } from './api-error.ts';
import { authConfig } from './auth.ts';
import { client, unwrap } from './client.ts';
import { actIdMaxLength, articleSummarySlugMaxLength } from './limits.gen.ts';
import type { ArticleSummary, AudienceRole, Language } from './types.ts';

/** Days from the first to the last. */
export interface DayRange {
  from: string;
  to: string;
}

/** Which days of articles are shown. */
export type ArticleDayFilters = Pick<DeadlineFilters, 'topic' | 'role'>;

/** The parameters of `GET /deadlines`. */
export function articleDaysQuery(
  range: DayRange,
  { topic, role }: ArticleDayFilters,
  lang: Language,
) {
  const chosen = { ...(topic && { topic }), ...(role && { role: role as AudienceRole }) };
  return { lang, limit: 1000, ...range, ...chosen };
}

function isId(text: string, most: number): boolean {
  return text.length <= most && /^[a-z0-9-]+$/.test(text);
}

/* An address may contain anything; a slug that no article can have is not sent to the server. */
function isSlug(text: string): boolean {
  return isId(text, articleSummarySlugMaxLength);
}

function isActId(text: string): boolean {
  return isId(text, actIdMaxLength);
}

async function fetchAll(lang: Language, signal: AbortSignal): Promise<ArticleSummary[]> {
  return unwrap(await client.GET('/lawchanges', { params: { query: { lang } }, signal }));
}

/** One query factory per resource, so that all readers of a resource share its cache entry. */
export const queries = {
  /**
   * All published articles, newest first.
   *
   * Home counts, groups and filters them itself, so that each choice shows at once.
   */
  lawChanges: (lang: Language) =>
    queryOptions({
      queryKey: ['lawchanges', 'list', lang],
      queryFn: ({ signal }) => fetchAll(lang, signal),
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

  /** The acts that the article's act amends, with their provisions before and after. */
  amendments: (slug: string, lang: Language) =>
    queryOptions({
      queryKey: ['lawchanges', slug, lang, 'amendments'],
      queryFn: async ({ signal }) =>
        unwrap(
          await client.GET('/lawchanges/{articleId}/amendments', {
            params: { path: { articleId: slug }, query: { lang } },
            signal,
          }),
        ),
      staleTime: minute,
    }),

  /** An act with its articles. */
  act: (id: string, lang: Language) =>
    queryOptions({
      queryKey: ['acts', id, lang],
      queryFn: async ({ signal }) => {
        if (!isActId(id)) throw new ApiError(404, 'not_found', 'No act has such a name.');
        const params = { path: { id }, query: { lang } };
        return unwrap(await client.GET('/acts/{id}', { params, signal }));
      },
      staleTime: minute,
    }),

  /** What changed in an act, with its provisions before and after. */
  actHistory: (id: string, lang: Language) =>
    queryOptions({
      queryKey: ['acts', id, lang, 'history'],
      queryFn: async ({ signal }) => {
        const params = { path: { id }, query: { lang } };
        return unwrap(await client.GET('/acts/{id}/history', { params, signal }));
      },
      staleTime: minute,
    }),

  /** The published monthly overviews, newest first. */
  overviews: () =>
    queryOptions({
      queryKey: ['overviews'],
      queryFn: async ({ signal }) => unwrap(await client.GET('/overviews', { signal })),
      staleTime: minute,
    }),

  /** A month in brief. */
  overview: (id: string, lang: Language) =>
    queryOptions({
      queryKey: ['overviews', id, lang],
      queryFn: async ({ signal }) => {
        const params = { path: { id }, query: { lang } };
        return unwrap(await client.GET('/overviews/{id}', { params, signal }));
      },
      staleTime: minute,
    }),

  /** Which issues of the gazette were seen. */
  coverage: () =>
    queryOptions({
      queryKey: ['coverage'],
      queryFn: async ({ signal }) => unwrap(await client.GET('/coverage', { signal })),
      staleTime: minute,
    }),

  /** The issues of the gazette in a month; without one, in the newest with issues. */
  gazetteMonth: (month: string | undefined, lang: Language) =>
    queryOptions({
      queryKey: ['coverage', 'calendar', month ?? '', lang],
      queryFn: async ({ signal }) => {
        const query = { lang, ...(month && { month }) };
        return unwrap(await client.GET('/coverage/calendar', { params: { query }, signal }));
      },
      staleTime: minute,
    }),

  /** What changed in a year, in all topics or one; without a year, in the newest with articles. */
  insights: (topic: string | undefined, year: number | undefined, lang: Language) =>
    queryOptions({
      queryKey: ['insights', topic ?? '', year ?? 0, lang],
      queryFn: async ({ signal }) => {
        const query = { lang, ...(topic && { topic }), ...(year && { year }) };
        return unwrap(await client.GET('/insights', { params: { query }, signal }));
      },
      staleTime: minute,
    }),

  /** The next dated entries of a topic, soonest first. */
  upcoming: (topic: string, lang: Language) =>
    queryOptions({
      queryKey: ['deadlines', 'topic', topic, lang],
      queryFn: async ({ signal }) => {
        const query = { lang, topic, limit: 5 };
        return unwrap(await client.GET('/deadlines', { params: { query }, signal }));
      },
      staleTime: minute,
    }),

  /** The days of articles in a range. */
  deadlines: (range: DayRange, filters: ArticleDayFilters, lang: Language) =>
    queryOptions({
      queryKey: ['deadlines', range, filters.topic ?? '', filters.role ?? '', lang],
      queryFn: async ({ signal }) => {
        const query = articleDaysQuery(range, filters, lang);
        return unwrap(await client.GET('/deadlines', { params: { query }, signal }));
      },
      staleTime: minute,
    }),

  /** The recurring duties with their days in a range. */
  duties: (
    range: DayRange,
    filters: Pick<DeadlineFilters, 'topic' | 'role' | 'tax'>,
    lang: Language,
  ) =>
    queryOptions({
      queryKey: ['duties', range, filters.topic ?? '', filters.role ?? '', filters.tax ?? '', lang],
      queryFn: async ({ signal }) => {
        const { topic, tax } = filters;
        const role = filters.role as AudienceRole | undefined;
        const chosen = { ...(topic && { topic }), ...(role && { role }), ...(tax && { tax }) };
        const query = { lang, ...range, ...chosen };
        return unwrap(await client.GET('/duties', { params: { query }, signal }));
      },
      staleTime: 10 * minute,
    }),

  /** The public holidays in a range. */
  holidays: ({ from, to }: DayRange) =>
    queryOptions({
      queryKey: ['holidays', from, to],
      queryFn: async ({ signal }) => {
        const params = { query: { from, to } };
        return unwrap(await client.GET('/deadlines/holidays', { params, signal }));
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),

  topics: () =>
    queryOptions({
      queryKey: ['topics'],
      queryFn: async ({ signal }) => unwrap(await client.GET('/topics', { signal })),
      staleTime: 10 * minute,
    }),

  site: () =>
    queryOptions({
      queryKey: ['site'],
      queryFn: async ({ signal }) => unwrap(await client.GET('/site', { signal })),
      staleTime: 10 * minute,
      // Maintenance is announced while a page is open, and its end is noticed soon.
      refetchInterval: ({ state }) => (state.data?.maintenance ? minute / 2 : 5 * minute),
    }),

  /** The sign-in configuration of a tenant of this server; empty is the default one. */
  authConfig: (tenant = '') =>
    queryOptions({
      queryKey: ['auth-config', tenant],
      queryFn: ({ signal }) => authConfig(tenant, signal),
      staleTime: 10 * minute,
    }),
};
