import type { FigureFilters } from './figure-filters.ts';
import { type MailPageName, sitePaths } from './site-paths.ts';

/** With `site-paths.ts` the only file that spells addresses; `paths.spec.ts` holds them fixed. */

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
  'insights',
  'search',
  'deadlines',
  'desk',
  'questions',
  'figures',
  'operator',
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
}

/** What the search screen looks for; each name is a parameter of `GET /search`. */
export interface SearchFilters {
  q?: string;
  topic?: string;
  domain?: string;
  role?: string;
  act_type?: string;
  issuer?: string;
  importance?: number;
  year?: number;
  duty_ahead?: boolean;
  /** The id of an act, `:` and one provision. */
  provision?: string;
}

export const deadlineViews = ['agenda', 'month'] as const;
type DeadlineView = (typeof deadlineViews)[number];

/** At the end of the deadlines' address, opens the calendars to subscribe to. */
export const calendarHash = '#calendar';

/** What the deadlines screen shows; `topic`, `role` and `tax` are parameters of `GET /duties`. */
export interface DeadlineFilters {
  tab?: HomeTab;
  view?: DeadlineView;
  topic?: string;
  role?: string;
  tax?: 'micro' | 'profit';
  /** The month of the calendar, such as `2026-12`. */
  month?: string;
}

/** Reads the screen from an address: `articleId` wins, and an unknown screen is Home. */
export function screenOf(params: URLSearchParams): Screen {
  if (params.get('articleId')) return 'article';
  const wanted = params.get('screen');
  // Home searched at its own address once.
  if (wanted === null && params.get('q')?.trim()) return 'search';
  return screens.find((name) => name === wanted) ?? 'home';
}

/** Pages whose path ends with an id. */
type PageKind = 'topic' | 'act' | 'overview';

const idOf = (kind: PageKind) => (pathname: string) =>
  new RegExp(`^/${kind}/([a-z0-9-]+)$`).exec(pathname)?.[1];

/** The id in the address of a topic's page. */
export const topicOf = idOf('topic');

/** The id in the address of an act's page. */
export const actOf = idOf('act');

/** The id in the address of a monthly overview. */
export const overviewOf = idOf('overview');

function integer(text: string | null, most: number): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : undefined;
}

const mostImportant = 5;
const lastYear = 9999;

export function readFilters(params: URLSearchParams): HomeFilters {
  const importance = integer(params.get('importance'), mostImportant);
  const topic = params.get('topic');
  const tab = homeTabs.find((name) => name === params.get('tab'));
  return {
    ...(tab && { tab }),
    ...(importance && { importance }),
    ...(topic && { topic }),
  };
}

/** The year in an address, if it has one. */
export const readYear = (params: URLSearchParams) => integer(params.get('year'), lastYear);

const searchTexts = ['q', 'topic', 'domain', 'role', 'act_type', 'issuer', 'provision'] as const;

export function readSearch(params: URLSearchParams): SearchFilters {
  const texts = searchTexts.map((name) => [name, params.get(name)?.trim()] as const);
  const importance = integer(params.get('importance'), mostImportant);
  const year = readYear(params);
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text)),
    ...(importance && { importance }),
    ...(year && { year }),
    ...(params.get('duty_ahead') === 'true' && { duty_ahead: true }),
  };
}

export function readDeadlines(params: URLSearchParams): DeadlineFilters {
  const one = <Name extends string>(name: string, known: readonly Name[]) =>
    known.find((value) => value === params.get(name));
  const [topic, role, month] = ['topic', 'role', 'month'].map((name) => params.get(name)?.trim());
  const [tab, view] = [one('tab', homeTabs), one('view', deadlineViews)];
  const tax = one('tax', ['micro', 'profit'] as const);
  return {
    ...(tab && { tab }),
    ...(view && { view }),
    ...(topic && { topic }),
    ...(role && { role }),
    ...(tax && { tax }),
    ...(month && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && { month }),
  };
}

/** The duty that an address of the deadlines opens. */
export const readDuty = (params: URLSearchParams) => params.get('duty') ?? undefined;

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

/** A screen, or the place on it that the parameter names. */
const placeOn = (screen: ScreenName, parameter: string) => (place?: string, lang?: string | null) =>
  app(
    [
      ['screen', screen],
      [parameter, place],
    ],
    lang,
  );

const page = (kind: PageKind) => (id: string, lang?: string | null) =>
  `/${kind}/${encodeURIComponent(id)}${lang ? `?lang=${lang}` : ''}`;

/** Keeps `lang` when the reader's address had one. */
export const paths = {
  ...sitePaths,
  home: (filters: HomeFilters = {}, lang?: string | null) =>
    app(
      [
        ['tab', filters.tab],
        ['importance', filters.importance],
        ['topic', filters.topic],
      ],
      lang,
    ),
  search: (filters: SearchFilters = {}, lang?: string | null) =>
    app(
      [
        ['screen', 'search'],
        ...searchTexts.map((name) => [name, filters[name]] as [string, string | undefined]),
        ['importance', filters.importance],
        ['year', filters.year],
        ['duty_ahead', filters.duty_ahead ? 'true' : undefined],
      ],
      lang,
    ),
  deadlines: (filters: DeadlineFilters = {}, lang?: string | null) =>
    app(
      [
        ['screen', 'deadlines'],
        ['tab', filters.tab],
        ['view', filters.view],
        ['topic', filters.topic],
        ['role', filters.role],
        ['tax', filters.tax],
        ['month', filters.month],
      ],
      lang,
    ),
  /** A duty, open among the deadlines of all in the month of its next day. */
  duty: (id: string, month?: string, lang?: string | null) =>
    app(
      [
        ['screen', 'deadlines'],
        ['tab', 'all'],
        ['month', month],
        ['duty', id],
      ],
      lang,
    ),
  /** The file of one day for calendars, or of all days of an article; `day` ends the reader's own term. */
  calendarFile: (id: string, lang: string, day?: string) =>
    `/deadlines/${encodeURIComponent(id)}.ics?lang=${lang}${day ? `&day=${day}` : ''}`,
  calendarFeed: (filters: Pick<DeadlineFilters, 'topic' | 'role'>, lang: string) =>
    `/deadlines.ics?${new URLSearchParams({
      lang,
      ...(filters.topic && { topic: filters.topic }),
      ...(filters.role && { role: filters.role, duties: 'true' }),
    })}`,
  article: (slug: string, lang?: string | null) => app([['articleId', slug]], lang),
  /** The questions about the reader: one of them, or the list that the answers make. */
  questions: placeOn('questions', 'at'),
  /** The desk, or one draft on it. */
  desk: placeOn('desk', 'draft'),
  /** A monthly overview on the desk. */
  deskOverview: placeOn('desk', 'overview'),
  /** The operator's page, or one of its other parts. */
  operator: placeOn('operator', 'part'),
  /** The gazette in a month, such as `2026-05`. */
  coverage: placeOn('coverage', 'month'),
  figures: (filters: FigureFilters = {}, lang?: string | null) =>
    app(
      [
        ['screen', 'figures'],
        ['on', filters.on],
        ['topic', filters.topic],
      ],
      lang,
    ),
  /** The figures of a day as a table for spreadsheets. */
  figureTable: (on: string, lang: string) => `/figures.csv?lang=${lang}&on=${on}`,
  screen: (name: ScreenName, lang?: string | null) => app([['screen', name]], lang),
  topic: page('topic'),
  act: page('act'),
  overview: page('overview'),
  topicFeed: (topic: string, lang: string) => `/feed.xml?topic=${topic}&lang=${lang}`,
  /** Whether an address belongs to the app. */
  isOfApp: (path: string) => /^\/(app|(topic|act|overview)\/[a-z0-9-]+)(\?[^\\]*)?$/.test(path),
  /** The app's address for a mailed link below `/auth`. */
  authLink: (search: string) => {
    const params = new URLSearchParams(search);
    params.delete('articleId');
    params.set('screen', 'auth');
    return `/app?${params}`;
  },
  /** The sign-in page of a tenant, or its page for a mode. */
  tenantAuth: (tenantId: string, mode?: 'signOut') =>
    `/auth?${new URLSearchParams({ ...(mode && { mode }), tenantId })}`,
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
