import { consent } from '../consent.ts';
import { storage } from '../storage.ts';
import type { paths } from './types.gen.ts';

/** The events that may be counted: a closed list without personal data. */
export type AnalyticsEvent =
  paths['/analytics/events']['post']['requestBody']['content']['application/json']['events'][number];
export type PageName = Extract<AnalyticsEvent, { name: 'page_view' }>['screen'];
export type ShareTarget = Extract<AnalyticsEvent, { name: 'share' }>['target'];

const address = '/analytics/events';
/* The server accepts no more in one request. */
const most = 50;
const pause = 10_000;
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
  const events = queue.splice(0, most);
  const body = new Blob([JSON.stringify({ events })], { type: 'application/json' });
  navigator.sendBeacon?.(address, body);
  if (queue.length > 0) flush();
}

/** Counts an event if the visitor agreed; otherwise does nothing and keeps nothing. */
export function track(event: AnalyticsEvent): void {
  if (consent.get() !== 'accepted') return;
  queue.push(event);
  if (queue.length >= most) flush();
  else timer ??= setTimeout(flush, pause);
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
