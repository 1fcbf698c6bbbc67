import type { Site } from './types.ts';

export interface SiteAnswer {
  site: Site;
  /** The server's clock when it answered, in milliseconds; `undefined` when it did not say. */
  serverTime: number | undefined;
}

/** What the operator says about this site, without the client library: the landing page is small. */
export async function fetchSite(): Promise<SiteAnswer> {
  const answer = await fetch('/site');
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const site: Site = await answer.json();
  // An answer that was kept for readers without a network tells an old time.
  const date = navigator.onLine ? Date.parse(answer.headers.get('Date') ?? '') : Number.NaN;
  return { site, serverTime: Number.isNaN(date) ? undefined : date };
}
