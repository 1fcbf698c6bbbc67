import type { Site } from './types.ts';

export interface SiteAnswer {
  site: Site;
  /** The server's clock at the answer, in milliseconds; `undefined` when it sent none. */
  serverTime: number | undefined;
}

/** Fetches the site's facts without the API client, because the landing page is small. */
export async function fetchSite(): Promise<SiteAnswer> {
  const answer = await fetch('/site');
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const site: Site = await answer.json();
  // A cached answer has an old `Date` header.
  const date = navigator.onLine ? Date.parse(answer.headers.get('Date') ?? '') : Number.NaN;
  return { site, serverTime: Number.isNaN(date) ? undefined : date };
}
