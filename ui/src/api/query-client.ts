import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * Whether to try a failed read again: twice after a network failure, since the browser announces
 * the network before all of it works; once when the server is in trouble; never after a refusal.
 */
function isWorthRetrying(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return failures < 2;
  return error.status >= 500 && failures < 1;
}

/**
 * Sends the first try even without a network, since the service worker may have the answer. Later
 * tries wait for the connection.
 */
export function makeQueryClient(): QueryClient {
  // The library believes in a network until it hears of its end, which a page may never do.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: isWorthRetrying,
        retryDelay: (failures) => 800 * 2 ** failures,
        refetchOnWindowFocus: false,
        networkMode: 'offlineFirst',
        // What was read without a network may be older than it looks.
        refetchOnReconnect: 'always',
      },
    },
  });
}

/* What everybody may read; all else was read for one reader. */
const publicKeys = new Set<unknown>(['lawchanges', 'topics', 'deadlines', 'site', 'auth-config']);

/** Forgets what was read for the reader who has left. */
export function clearPrivateData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !publicKeys.has(queryKey[0]) });
}
