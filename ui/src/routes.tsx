import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, redirect, useSearchParams } from 'react-router';
import { queries } from './api/queries.ts';
import { isLanguage } from './i18n/language.ts';
import { currentLanguage } from './i18n/setup.ts';
import { AppLayout } from './layouts/app-layout.tsx';
import { ErrorPage } from './layouts/error-page.tsx';
import { paths, readFilters, type Screen, screenOf } from './paths.ts';

const load = {
  home: () => import('./features/home/home-screen.tsx'),
  article: () => import('./features/article/article-screen.tsx'),
  auth: () => import('./features/auth/auth-screen.tsx'),
  notifications: () => import('./features/notifications/notifications-screen.tsx'),
  chat: () => import('./features/chat/chat-screen.tsx'),
  about: () => import('./features/about/about-screen.tsx'),
  options: () => import('./features/options/options-screen.tsx'),
};

const HomeScreen = lazy(async () => ({ default: (await load.home()).HomeScreen }));
const ArticleScreen = lazy(async () => ({ default: (await load.article()).ArticleScreen }));
const AuthScreen = lazy(async () => ({ default: (await load.auth()).AuthScreen }));
const ChatScreen = lazy(async () => ({ default: (await load.chat()).ChatScreen }));
const AboutScreen = lazy(async () => ({ default: (await load.about()).AboutScreen }));
const OptionsScreen = lazy(async () => ({ default: (await load.options()).OptionsScreen }));
const NotificationsScreen = lazy(async () => ({
  default: (await load.notifications()).NotificationsScreen,
}));

function screenElement(screen: Screen, params: URLSearchParams) {
  const slug = params.get('articleId') ?? '';
  switch (screen) {
    case 'home':
      return <HomeScreen />;
    case 'article':
      return <ArticleScreen key={slug} slug={slug} />;
    case 'notifications':
      return <NotificationsScreen />;
    case 'chat':
      return <ChatScreen />;
    case 'about':
      return <AboutScreen />;
    case 'options':
      return <OptionsScreen />;
    // Nobody can be signed in yet, and the profile of a visitor is the Auth screen.
    case 'auth':
    case 'profile':
      return <AuthScreen />;
  }
}

function ScreenOutlet() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const loading = <p className="visually-hidden">{t(($) => $.common.loading)}</p>;
  return <Suspense fallback={loading}>{screenElement(screenOf(params), params)}</Suspense>;
}

/** Starts to fetch what the screen at this address needs: its code and its data, side by side. */
export async function prepare(url: URL, queryClient: QueryClient): Promise<void> {
  const asked = url.searchParams.get('lang');
  const lang = isLanguage(asked) ? asked : currentLanguage();
  const screen = screenOf(url.searchParams);
  const site = queryClient.prefetchQuery(queries.site());
  if (screen === 'home') {
    const filters = readFilters(url.searchParams);
    void queryClient.prefetchQuery(queries.deadlines(lang));
    await Promise.all([
      load.home(),
      site,
      queryClient.prefetchQuery(queries.topics()),
      queryClient.prefetchInfiniteQuery(queries.lawChanges(filters, lang)),
    ]);
  } else if (screen === 'article') {
    const slug = url.searchParams.get('articleId') ?? '';
    await Promise.all([
      load.article(),
      site,
      queryClient.prefetchQuery(queries.article(slug, lang)),
    ]);
  } else {
    await Promise.all([load[screen === 'profile' ? 'auth' : screen](), site]);
  }
}

export function makeRouter(queryClient: QueryClient) {
  return createBrowserRouter([
    {
      errorElement: <ErrorPage />,
      children: [
        { path: '/', loader: () => redirect(paths.home()) },
        {
          path: '/app',
          element: <AppLayout />,
          // Not awaited: the screen shows its skeleton at once. A failure is the screen's to tell.
          loader: ({ request }) => {
            prepare(new URL(request.url), queryClient).catch(() => {});
            return null;
          },
          children: [{ index: true, element: <ScreenOutlet /> }],
        },
      ],
    },
  ]);
}
