import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { startAnalytics } from './api/analytics.ts';
import { clearPrivateData, makeQueryClient } from './api/query-client.ts';
import { onSessionEnd, startSession } from './api/session.ts';
import { registerServiceWorker } from './app-update.ts';
import { followSystemTheme } from './hooks/preferences.ts';
import { todayInBucharest } from './i18n/format.ts';
import { initialLanguage } from './i18n/language.ts';
import { setUpTexts } from './i18n/setup.ts';
import { paths } from './paths.ts';
import { makeRouter, prepare } from './routes.tsx';
import { nextTask } from './task.ts';

/* How long the server's text stays at most while the app loads, in milliseconds; longer for an
   article, for what a search found and for the visitor's Home, which can be read meanwhile. */
const startTimeoutMs = 1500;
const readingTimeoutMs = 10_000;
const readable = '.shell-article, .shell-found, html:not([data-home]) .shell-home';

/* A mailed link opens the app under its own path, so that pages with a code in their address get
   stricter headers. From here on it is the Auth screen. */
function enter(): void {
  const { pathname, search } = window.location;
  if (pathname === '/auth') history.replaceState(null, '', paths.authLink(search));
}

/** Starts the app in place of the server's page. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  enter();
  followSystemTheme();
  startAnalytics();
  startSession();
  const language = initialLanguage();
  const queryClient = makeQueryClient();
  onSessionEnd(() => clearPrivateData(queryClient));
  // Fetches texts, code and data in parallel: on a slow network each round trip counts.
  const ready = prepare(new URL(window.location.href), queryClient, language).catch(() => {});
  await setUpTexts(language);
  await nextTask();
  // The first format makes the browser load its tables, which is a task of its own on a slow phone.
  todayInBucharest();
  await nextTask();
  const router = makeRouter(queryClient);
  const initialised = new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe((state) => state.initialized && resolve());
  });
  const waited = new Promise((resolve) =>
    setTimeout(resolve, root.querySelector(readable) ? readingTimeoutMs : startTimeoutMs),
  );
  await Promise.all([initialised, Promise.race([ready, waited])]);
  await nextTask();

  // Renders in slices, so that a slow phone can scroll the server's text meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  // The worker fetches the whole app, so it comes after what this page needs.
  registerServiceWorker();
}
