/** The page that stands in for every screen while there is no network; no reader asks for it. */
export const shellUrl = '/app?screen=shell';

/** How the worker answers a request; what has no kind goes to the network untouched. */
export type Kind = 'app' | 'landing' | 'document' | 'article' | 'list' | 'asset';

const documents = ['/privacy', '/terms'];
const lists = ['/lawchanges', '/topics', '/deadlines', '/site'];

/** Only what everybody may read is ever kept: nothing about a reader, and nothing that is sent. */
export function kindOf(url: URL, mode: RequestMode): Kind | undefined {
  const { pathname } = url;
  if (mode === 'navigate') {
    if (pathname === '/app') return 'app';
    if (documents.includes(pathname)) return 'document';
    return pathname === '/' ? 'landing' : undefined;
  }
  if (pathname.startsWith('/lawchanges/')) return 'article';
  if (lists.includes(pathname)) return 'list';
  return pathname.startsWith('/assets/') ? 'asset' : undefined;
}

/** A page outside of the app is kept once per language, whatever else its address says. */
export function pageKey(url: URL): string {
  const lang = url.searchParams.get('lang');
  return `${url.origin}${url.pathname}${lang === 'ro' || lang === 'en' ? `?lang=${lang}` : ''}`;
}

/** A gateway in trouble is as good as no network; an answer of the product itself is an answer. */
export function isUnreachable(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}
