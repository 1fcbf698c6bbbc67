import { notifyManager, onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * Whether to retry a failed read: twice after a network failure, because the browser reports being
 * online too early; once after a server error; never after a refusal.
 */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return failures < 2;
  return error.status >= 500 && failures < 1;
}

/** Milliseconds before the next attempt. */
export function retryDelay(failures: number): number {
  return 800 * 2 ** failures;
}

/**
 * Lets components see changed data before the browser paints: by default a query client announces it
 * in a task of its own, and what waited for the change shows the state before it for a moment.
 */
export function announceAtOnce(): void {
  notifyManager.setScheduler(queueMicrotask);
}

/**
 * Sends the first attempt even when offline, because the service worker may have the answer. Later
 * attempts wait for the connection.
 */
export function makeQueryClient(): QueryClient {
  announceAtOnce();
  // The library assumes a connection until an `offline` event, which a page may never get.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay,
        refetchOnWindowFocus: false,
        networkMode: 'offlineFirst',
        // Data read offline may be stale.
        refetchOnReconnect: 'always',
      },
    },
  });
}

/* Queries that are the same for all readers of this device; all others belong to one account. */
const publicKeys = new Set<unknown>([
  'acts',
  'auth-config',
  'concerns',
  'coverage',
  'deadlines',
  'duties',
  'follow-volume',
  'figures',
  'insights',
  'lawchanges',
  'overviews',
  'search',
  'site',
  'topics',
]);

/** Removes the cached data of the reader who signed out. */
export function clearPrivateData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !publicKeys.has(queryKey[0]) });
}
