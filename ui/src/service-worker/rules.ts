/** The page that stands in for every screen while offline; readers never request it directly. */
export const shellUrl = '/app?screen=shell';

/** How the worker answers a request; requests without a kind go to the network unchanged. */
export type Kind = 'app' | 'landing' | 'document' | 'article' | 'list' | 'asset';

const documents = ['/privacy', '/terms'];
const lists = [
  '/concerns/questions',
  '/coverage',
  '/coverage/calendar',
  '/deadlines',
  '/deadlines/holidays',
  '/duties',
  '/figures',
  '/insights',
  '/lawchanges',
  '/overviews',
  '/search',
  '/site',
  '/topics',
];
const single = /^\/(lawchanges|acts|overviews)\//;

/** Only public content is cached: nothing about a reader, and nothing that is sent. */
// docs/decisions/0020
export function kindOf(url: URL, mode: RequestMode): Kind | undefined {
  const { pathname } = url;
  if (mode === 'navigate') {
    if (pathname === '/app' || /^\/(topic|act|overview)\//.test(pathname)) return 'app';
    if (documents.includes(pathname)) return 'document';
    return pathname === '/' ? 'landing' : undefined;
  }
  if (single.test(pathname)) return 'article';
  if (lists.includes(pathname)) return 'list';
  return pathname.startsWith('/assets/') ? 'asset' : undefined;
}

/** What a reader of the landing page gets without a connection: the app, in the language of the address. */
export function insteadOfLanding(url: URL): URL {
  const lang = url.searchParams.get('lang');
  return new URL(lang ? `/app?${new URLSearchParams({ lang })}` : '/app', url.origin);
}

/** Of addresses that a page loaded before the worker came, those whose responses it caches. */
export function worthKeeping(addresses: readonly string[], origin: string): URL[] {
  return addresses
    .map((address) => new URL(address, origin))
    .filter((url) => {
      const kind = url.origin === origin ? kindOf(url, 'cors') : undefined;
      return kind === 'list' || kind === 'article';
    });
}

/** A page outside the app is cached once per language, whatever else its address contains. */
export function pageKey(url: URL): string {
  const lang = url.searchParams.get('lang')?.toLowerCase();
  return `${url.origin}${url.pathname}${lang === 'ro' || lang === 'en' ? `?lang=${lang}` : ''}`;
}

/** A gateway error counts as offline; an answer of the product itself does not. */
export function isUnreachable(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}
