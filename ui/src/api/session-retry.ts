import { second } from '../durations.ts';
import { signInTimes } from '../sign-in-times.ts';
import { ApiError } from './api-error.ts';

let cancel: (() => void) | undefined;

/* The server knows how long an outage may last; a reader is not kept waiting for longer than usual. */
function pauseAfter(error: unknown): number {
  const { sessionRetry, soonestRetry } = signInTimes;
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  if (asked === undefined) return sessionRetry;
  return Math.min(Math.max(asked * second, soonestRetry), sessionRetry);
}

/** Retries once, after a pause or as soon as the network is back; a later call replaces this one. */
export function retryLater(error: unknown, retry: () => void): void {
  cancel?.();
  const timer = setTimeout(again, pauseAfter(error));
  window.addEventListener('online', again);
  cancel = () => {
    clearTimeout(timer);
    window.removeEventListener('online', again);
  };
  function again() {
    cancel?.();
    retry();
  }
}
