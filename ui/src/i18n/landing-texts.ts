import { storage } from '../storage.ts';
import { type Language, languageKey, setDocumentLanguage } from './language.ts';
import { setTexts } from './use-texts.ts';

const loaders = {
  en: () => import('./locales/en/landing-page.ts'),
  ro: () => import('./locales/ro/landing-page.ts'),
};

/** Shows the landing page in a language without storing the choice. */
export async function showLandingTexts(language: Language): Promise<void> {
  const { texts } = await loaders[language]();
  setTexts(language, texts);
}

/** Shows and stores the language. */
export async function selectLandingLanguage(language: Language): Promise<void> {
  storage.set(languageKey, language);
  await showLandingTexts(language);
  setDocumentLanguage(language);
}
