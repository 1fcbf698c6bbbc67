import { consent } from '../consent.ts';
import { storage } from '../storage.ts';
import type { AnalyticsEvent } from './analytics-event.ts';
import { analyticsEventsEventsMaxItems } from './limits.gen.ts';

const address = '/analytics/events';
/* The server accepts no more in one request. */
const sendDelayMs = 10_000;
/* Specified: a local storage flag records that analytics was enabled. */
const enabledKey = 'analytics-enabled';

let queue: AnalyticsEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let started = false;

/** Sends the queued events. A failure loses counts only. */
export function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  if (queue.length === 0 || consent.get() !== 'accepted') return;
  const events = queue.splice(0, analyticsEventsEventsMaxItems);
  const body = new Blob([JSON.stringify({ events })], { type: 'application/json' });
  navigator.sendBeacon?.(address, body);
  if (queue.length > 0) flush();
}

/** Counts an event if the visitor agreed; otherwise does nothing and keeps nothing. */
export function track(event: AnalyticsEvent): void {
  if (consent.get() !== 'accepted') return;
  queue.push(event);
  if (queue.length >= analyticsEventsEventsMaxItems) flush();
  else timer ??= setTimeout(flush, sendDelayMs);
}

function begin(): void {
  if (consent.get() !== 'accepted') {
    queue = [];
    return;
  }
  if (started) return;
  started = true;
  storage.set(enabledKey, 'true');
  // A page may end without further events; `hidden` is the last state that is certain to fire.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  window.addEventListener('pagehide', flush);
  void import('./web-vitals.ts').then(
    ({ reportWebVitals }) => reportWebVitals(track),
    () => {},
  );
}

/** Starts counting now or when the visitor agrees. Call once per page. */
export function startAnalytics(): void {
  begin();
  consent.subscribe(begin);
}
