import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** A refusal is final; only a network failure or a server in trouble is worth a second try. */
export function worthRetrying(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status < 500;
  return !refused && failures < 1;
}

/**
 * The first try goes out even without a network: the service worker may have the answer. Only the
 * second one waits for the connection, and then goes by itself.
 */
export function makeQueryClient(): QueryClient {
  // The library believes in a network until it hears of its end, which a page may never do.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: worthRetrying,
        retryDelay: 800,
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
