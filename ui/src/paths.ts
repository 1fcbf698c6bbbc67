import { type MailPageName, sitePaths } from './site-paths.ts';

/**
 * With `site-paths.ts` the only file that spells addresses of the product; `paths.spec.ts` holds
 * them fixed.
 */

export const screens = [
  'notifications',
  'auth',
  'chat',
  'about',
  'profile',
  'liked',
  'bookmarks',
  'account',
  'options',
  'coverage',
  'desk',
] as const;
export type ScreenName = (typeof screens)[number];
export type Screen = 'home' | 'article' | ScreenName;

export const homeTabs = ['mine', 'all'] as const;
export type HomeTab = (typeof homeTabs)[number];

export interface HomeFilters {
  /** Without it, Home chooses the tab. */
  tab?: HomeTab;
  importance?: number;
  topic?: string;
  q?: string;
}

/** Reads the screen from an address: `articleId` wins, and an unknown screen is Home. */
export function screenOf(params: URLSearchParams): Screen {
  if (params.get('articleId')) return 'article';
  const wanted = params.get('screen');
  return screens.find((name) => name === wanted) ?? 'home';
}

export function readFilters(params: URLSearchParams): HomeFilters {
  const importance = Number(params.get('importance'));
  const topic = params.get('topic');
  const q = params.get('q')?.trim();
  const tab = homeTabs.find((name) => name === params.get('tab'));
  return {
    ...(tab && { tab }),
    ...(Number.isInteger(importance) && importance >= 1 && importance <= 5 && { importance }),
    ...(topic && { topic }),
    ...(q && { q }),
  };
}

function app(entries: Array<[string, string | number | undefined]>, lang?: string | null): string {
  const params = new URLSearchParams();
  for (const [key, value] of [...entries, ['lang', lang ?? undefined] as const]) {
    if (value !== undefined && value !== '') params.set(key, String(value));
  }
  const query = params.toString();
  return query ? `/app?${query}` : '/app';
}

function inLanguage(address: string, lang: string): string {
  return lang === 'en' ? address : `${address}&lang=${lang}`;
}

/** Keeps `lang` when the reader's address had one. */
export const paths = {
  ...sitePaths,
  home: (filters: HomeFilters = {}, lang?: string | null) =>
    app(
      [
        ['tab', filters.tab],
        ['importance', filters.importance],
        ['topic', filters.topic],
        ['q', filters.q],
      ],
      lang,
    ),
  article: (slug: string, lang?: string | null) => app([['articleId', slug]], lang),
  /** The desk, or one draft on it. */
  desk: (draft?: string, lang?: string | null) =>
    app(
      [
        ['screen', 'desk'],
        ['draft', draft],
      ],
      lang,
    ),
  screen: (name: ScreenName, lang?: string | null) => app([['screen', name]], lang),
  /** Whether an address belongs to the app. */
  isOfApp: (path: string) => /^\/app(\?[^\\]*)?$/.test(path),
  /** The app's address for a mailed link below `/auth`. */
  authLink: (search: string) => {
    const params = new URLSearchParams(search);
    params.delete('articleId');
    params.set('screen', 'auth');
    return `/app?${params}`;
  },
  /** The address of a page behind a mailed link; the token identifies the recipient. */
  mail: (page: MailPageName, token: string, lang?: string | null) =>
    `/mail/${page}?${new URLSearchParams({ token, ...(lang && { lang }) })}`,
  /** A legal page of ours in the reader's language, or another site's address unchanged. */
  legal: (url: string, lang: string, origin: string) => {
    const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
    return /^\/(privacy|terms)$/.test(path) ? `${path}?lang=${lang}` : url;
  },
  /** The address to share, in the sharer's language; English, the default, is not named. */
  sharedArticle: (origin: string, slug: string, lang: string) =>
    inLanguage(`${origin}/app?articleId=${encodeURIComponent(slug)}`, lang),
  fetchPdf: (fileUrl: string, lang: string) =>
    inLanguage(`/fetch-pdf?url=${encodeURIComponent(fileUrl)}`, lang),
};
