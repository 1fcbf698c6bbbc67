import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, Outlet, useLocation, useParams, useSearchParams } from 'react-router';
import { queries } from './api/queries.ts';
import { searchQuery } from './api/search.ts';
import { subscriptionQuery } from './hooks/subscription.ts';
import { askedLanguage, type Language } from './i18n/language.ts';
import { currentLanguage, withTexts } from './i18n/setup.ts';
import { AppLayout } from './layouts/app-layout.tsx';
import { ErrorPage } from './layouts/error-page.tsx';
import { MailLayout } from './layouts/mail-layout.tsx';
import { ReadersOnly } from './layouts/readers-only.tsx';
import { DeferredScreen, deferred } from './parts/deferred.tsx';
import { actOf, overviewOf, readSearch, type Screen, screenOf, topicOf } from './paths.ts';
import { prefetchArticle, prefetchDeadlines } from './prefetch.ts';
import { type MailPageName, mailPageNames, mailPageOf } from './site-paths.ts';

const home = deferred(async () => (await import('./features/home/home-screen.tsx')).HomeScreen);
const article = deferred(
  async () => (await import('./features/article/article-screen.tsx')).ArticleScreen,
);
const auth = deferred(
  async () => (await withTexts(import('./features/sign-in/auth-screen.tsx'), 'account')).AuthScreen,
);
const notifications = deferred(
  async () =>
    (await import('./features/notifications/notifications-screen.tsx')).NotificationsScreen,
);
const chat = deferred(async () => (await import('./features/chat/chat-screen.tsx')).ChatScreen);
const about = deferred(async () => (await import('./features/about/about-screen.tsx')).AboutScreen);
const coverage = deferred(
  async () => (await import('./features/coverage/coverage-screen.tsx')).CoverageScreen,
);
const insights = deferred(
  async () => (await import('./features/insights/insights-screen.tsx')).InsightsScreen,
);
const deadlines = deferred(
  async () =>
    (await withTexts(import('./features/deadlines/deadlines-screen.tsx'), 'deadlines'))
      .DeadlinesScreen,
);
const figures = deferred(
  async () =>
    (await withTexts(import('./features/figures/figures-screen.tsx'), 'figures')).FiguresScreen,
);
const questions = deferred(
  async () =>
    (await withTexts(import('./features/questions/questions-screen.tsx'), 'questions'))
      .QuestionsScreen,
);
const topic = deferred(async () => (await import('./features/topic/topic-screen.tsx')).TopicScreen);
const act = deferred(
  async () => (await withTexts(import('./features/act/act-screen.tsx'), 'act')).ActScreen,
);
const overview = deferred(
  async () =>
    (await withTexts(import('./features/overview/overview-screen.tsx'), 'overview')).OverviewScreen,
);
const search = deferred(
  async () =>
    (await withTexts(import('./features/search/search-screen.tsx'), 'search')).SearchScreen,
);
const options = deferred(
  async () => (await import('./features/options/options-screen.tsx')).OptionsScreen,
);
const profile = deferred(
  async () => (await import('./features/profile/profile-screen.tsx')).ProfileScreen,
);
const liked = deferred(async () => (await import('./features/liked/liked-screen.tsx')).LikedScreen);
const bookmarks = deferred(
  async () => (await import('./features/bookmarks/bookmarks-screen.tsx')).BookmarksScreen,
);
const account = deferred(
  async () =>
    (await withTexts(import('./features/account/account-screen.tsx'), 'account', 'mail'))
      .AccountScreen,
);
/* The preview shows the article as its own screen does; features do not import each other. */
const desk = deferred(async () => {
  const [part, { ArticlePreview }] = await Promise.all([
    withTexts(import('./features/desk/desk-screen.tsx'), 'desk'),
    import('./features/article/article-preview.tsx'),
  ]);
  return () => <part.DeskScreen Preview={ArticlePreview} />;
});

const operator = deferred(
  async () =>
    (await withTexts(import('./features/operator/operator-screen.tsx'), 'operator', 'account'))
      .OperatorScreen,
);

/* A reader who follows a mailed link loads nothing else of the product, so each page loads its
   own texts. */
const mailPages = {
  confirm: deferred(
    async () =>
      (await withTexts(import('./features/mail/confirm-screen.tsx'), 'mail')).ConfirmScreen,
  ),
  preferences: deferred(
    async () =>
      (await withTexts(import('./features/mail/preferences-screen.tsx'), 'mail')).PreferencesScreen,
  ),
  unsubscribe: deferred(
    async () =>
      (await withTexts(import('./features/mail/unsubscribe-screen.tsx'), 'mail')).UnsubscribeScreen,
  ),
};

/** Screens that need an account; a visitor gets the Auth screen instead. */
const owned = { profile, liked, bookmarks, account, desk, operator };
const screens = {
  home,
  article,
  notifications,
  chat,
  about,
  options,
  coverage,
  insights,
  search,
  deadlines,
  figures,
  questions,
  auth,
  ...owned,
};

function screenElement(screen: Screen, params: URLSearchParams) {
  if (screen === 'article') {
    const slug = params.get('articleId') ?? '';
    return <DeferredScreen key={slug} screen={article} props={{ slug }} />;
  }
  const element = <DeferredScreen key={screen} screen={screens[screen]} props={{}} />;
  return screen in owned ? <ReadersOnly>{element}</ReadersOnly> : element;
}

function Loading() {
  const { t } = useTranslation();
  return <p className="visually-hidden">{t(($) => $.common.loading)}</p>;
}

function ScreenOutlet() {
  const [params] = useSearchParams();
  return <Suspense fallback={<Loading />}>{screenElement(screenOf(params), params)}</Suspense>;
}

/** A page whose path ends with the id of what it shows. */
function IdOutlet({ screen }: { screen: typeof topic }) {
  const { id = '' } = useParams();
  return (
    <Suspense fallback={<Loading />}>
      <DeferredScreen key={id} screen={screen} props={{ id }} />
    </Suspense>
  );
}

function MailOutlet() {
  const { pathname } = useLocation();
  const token = useSearchParams()[0].get('token') ?? '';
  const page = mailPageOf(pathname);
  if (!page) return null;
  return (
    <Suspense fallback={<Loading />}>
      <DeferredScreen key={`${page} ${token}`} screen={mailPages[page]} props={{ token }} />
    </Suspense>
  );
}

async function prepareMail(page: MailPageName, url: URL, queryClient: QueryClient): Promise<void> {
  const token = url.searchParams.get('token') ?? '';
  void queryClient.prefetchQuery(queries.site());
  await Promise.all([mailPages[page].load(), queryClient.prefetchQuery(subscriptionQuery(token))]);
}

/** Starts loading the screen's code and data in parallel. */
export async function prepare(
  url: URL,
  queryClient: QueryClient,
  current: Language = currentLanguage(),
): Promise<void> {
  const mailPage = mailPageOf(url.pathname);
  if (mailPage) return prepareMail(mailPage, url, queryClient);
  // With it, the banner and the footer are drawn with the rest, and nothing moves.
  const site = queryClient.prefetchQuery(queries.site());
  const topicId = topicOf(url.pathname);
  const lang = askedLanguage(url.searchParams) ?? current;
  if (topicId !== undefined) {
    const figures = queryClient.prefetchQuery(queries.insights(topicId, undefined, lang));
    await Promise.all([topic.load(), site, queryClient.prefetchQuery(queries.topics()), figures]);
    return;
  }
  const actId = actOf(url.pathname);
  if (actId !== undefined) {
    await Promise.all([act.load(), site, queryClient.prefetchQuery(queries.act(actId, lang))]);
    return;
  }
  const overviewId = overviewOf(url.pathname);
  if (overviewId !== undefined) {
    await Promise.all([
      overview.load(),
      site,
      queryClient.prefetchQuery(queries.overview(overviewId, lang)),
    ]);
    return;
  }
  const screen = screenOf(url.searchParams);
  if (screen === 'home') {
    await Promise.all([
      home.load(),
      site,
      queryClient.prefetchQuery(queries.topics()),
      queryClient.prefetchQuery(queries.lawChanges(lang)),
    ]);
  } else if (screen === 'article') {
    const slug = url.searchParams.get('articleId') ?? '';
    await Promise.all([
      article.load(),
      site,
      // The button that follows names its topic.
      queryClient.prefetchQuery(queries.topics()),
      prefetchArticle(queryClient, slug, lang),
    ]);
  } else if (screen === 'deadlines') {
    await Promise.all([
      deadlines.load(),
      site,
      prefetchDeadlines(queryClient, url.searchParams, lang),
    ]);
  } else if (screen === 'search') {
    const filters = readSearch(url.searchParams);
    await Promise.all([
      search.load(),
      site,
      queryClient.prefetchQuery(queries.topics()),
      queryClient.prefetchInfiniteQuery(searchQuery(filters, lang)),
    ]);
  } else {
    await Promise.all([screens[screen].load(), site]);
  }
}

export function makeRouter(queryClient: QueryClient) {
  // Not awaited: the screen shows its skeleton at once and handles its own failure.
  function begin({ request }: { request: Request }): null {
    prepare(new URL(request.url), queryClient).catch(() => {});
    return null;
  }
  const inApp = (path: string, element: ReactNode) => ({
    path,
    element: <AppLayout />,
    loader: begin,
    children: [{ index: true as const, element }],
  });
  return createBrowserRouter([
    {
      // An address that leads nowhere matches this route alone, and the router warns of one without an element.
      element: <Outlet />,
      errorElement: <ErrorPage />,
      children: [
        inApp('/app', <ScreenOutlet />),
        inApp('/topic/:id', <IdOutlet screen={topic} />),
        inApp('/act/:id', <IdOutlet screen={act} />),
        inApp('/overview/:id', <IdOutlet screen={overview} />),
        {
          path: '/mail',
          element: <MailLayout />,
          loader: begin,
          children: mailPageNames.map((path) => ({ path, element: <MailOutlet /> })),
        },
      ],
    },
  ]);
}
