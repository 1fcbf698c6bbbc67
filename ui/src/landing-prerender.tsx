import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { LandingPage } from './features/landing/landing-page.tsx';
import { showLandingTexts } from './i18n/landing-texts.ts';
import type { Language } from './i18n/language.ts';

/** The landing page's HTML as React writes it; `landing.tsx` takes it over in the browser. */
export async function prerender(language: Language): Promise<string> {
  await showLandingTexts(language);
  return renderToString(
    <StrictMode>
      <LandingPage />
    </StrictMode>,
  );
}
