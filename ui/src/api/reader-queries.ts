import { queryOptions } from '@tanstack/react-query';
import { withPendingMarks } from './pending-marks.ts';
import { fetchMarked, fetchNotifications, fetchRead, fetchUserData } from './reader.ts';
import type { Language } from './types.ts';

const minute = 60_000;

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
};
