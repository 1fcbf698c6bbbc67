import { queryOptions } from '@tanstack/react-query';
import { minute } from '../durations.ts';
import { authed, unwrap } from './client.ts';
import { withPendingMarks } from './pending-marks.ts';
import { type ArticleDayFilters, articleDaysQuery, type DayRange } from './queries.ts';
import { fetchMarked, fetchNotifications, fetchRead, fetchUserData } from './reader.ts';
import type { Language } from './types.ts';

/** Where the reader's own deadlines are kept, whatever their range; a mark changes them. */
export const ownDeadlines = (uid: string) => ['reader', uid, 'deadlines'];

/** Queries of one reader; the key begins with the uid, so that readers never share an entry. */
export const readerQueries = {
  userData: (uid: string) =>
    queryOptions({
      queryKey: ['reader', uid, 'user-data'],
      queryFn: async ({ signal }) => withPendingMarks(await fetchUserData(uid, signal)),
      staleTime: minute,
    }),

  notifications: (uid: string, lang: Language) =>
    queryOptions({
      queryKey: ['reader', uid, 'notifications', lang],
      queryFn: ({ signal }) => fetchNotifications(uid, lang, signal),
      staleTime: 0,
    }),

  readNotifications: (uid: string, lang: Language) =>
    queryOptions({
      queryKey: ['reader', uid, 'read-notifications', lang],
      queryFn: ({ signal }) => fetchRead(uid, lang, signal),
      staleTime: 0,
    }),

  marked: (list: 'liked' | 'bookmarked' | 'tracked', uid: string, lang: Language) =>
    queryOptions({
      queryKey: ['reader', uid, list, lang],
      queryFn: ({ signal }) => fetchMarked(list, uid, lang, signal),
      staleTime: 0,
    }),

  /** The days in a range of what the reader follows, tracks or bookmarked. */
  deadlines: (uid: string, range: DayRange, filters: ArticleDayFilters, lang: Language) =>
    queryOptions({
      queryKey: [...ownDeadlines(uid), range, filters.topic ?? '', filters.role ?? '', lang],
      queryFn: async ({ signal }) => {
        const query = { ...articleDaysQuery(range, filters, lang), mine: true };
        return unwrap(await authed.GET('/deadlines', { params: { query }, signal }));
      },
      staleTime: minute,
    }),
};
