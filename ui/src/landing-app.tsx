import { type ReactNode, StrictMode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { startAnalytics } from './api/analytics.ts';
import { registerServiceWorker } from './app-update.ts';
import { LandingPage } from './features/landing/landing-page.tsx';
import { followSystemTheme } from './hooks/preferences.ts';
import { showLandingTexts } from './i18n/landing-texts.ts';
import { initialLanguage, setDocumentLanguage } from './i18n/language.ts';

/* Hydrates the prerendered page, in slices, unless the visitor reads another language. */
function show(root: HTMLElement, page: ReactNode, takeOver: boolean): void {
  if (takeOver) startTransition(() => void hydrateRoot(root, page));
  else flushSync(() => createRoot(root).render(page));
  delete document.documentElement.dataset.awaits;
}

/** Brings the prerendered page to life. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  followSystemTheme();
  startAnalytics();
  const language = initialLanguage();
  const takeOver = root.hasChildNodes() && document.documentElement.lang === language;
  await showLandingTexts(language);
  setDocumentLanguage(language);
  const page = (
    <StrictMode>
      <LandingPage />
    </StrictMode>
  );
  show(root, page, takeOver);
  registerServiceWorker();
}
