import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { LandingPage } from './features/landing/landing-page.tsx';
import { showLandingTexts } from './i18n/landing-texts.ts';
import type { Language } from './i18n/language.ts';

/** Renders the landing page to HTML at build time; `landing-app.tsx` hydrates it. */
export async function prerender(language: Language): Promise<string> {
  await showLandingTexts(language);
  return renderToString(
    <StrictMode>
      <LandingPage />
    </StrictMode>,
  );
}
