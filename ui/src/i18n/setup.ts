import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadChunk } from '../chunks.ts';
import { storage } from '../storage.ts';
import { initialLanguage, isLanguage, type Language, languageKey } from './language.ts';
import { setTexts } from './use-texts.ts';

/* A reader downloads the texts of one language; the other comes when asked for. */
const loaders = {
  en: () => import('./locales/en/index.ts'),
  ro: () => import('./locales/ro/index.ts'),
};
const accountLoaders = {
  en: () => import('./locales/en/account-texts.ts'),
  ro: () => import('./locales/ro/account-texts.ts'),
};

/* Whether the texts about accounts were asked for, and in which languages they are there. */
let accountAsked = false;
const accountLoaded = new Set<Language>();
let started: Promise<void> | undefined;

async function addAccountTexts(language: Language): Promise<void> {
  if (accountLoaded.has(language)) return;
  const { texts } = await loadChunk(accountLoaders[language]);
  await started;
  i18next.addResourceBundle(language, 'translation', texts, true);
  accountLoaded.add(language);
}

async function load(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const { texts } = await loadChunk(loaders[language]);
    i18next.addResourceBundle(language, 'translation', texts);
  }
  if (accountAsked) await addAccountTexts(language);
}

/** The texts of signing in and of the account, which most visits do without; for their screens. */
export async function loadAccountTexts(): Promise<void> {
  accountAsked = true;
  const language = i18next.isInitialized ? currentLanguage() : initialLanguage();
  await addAccountTexts(language);
  // Another language may have been chosen meanwhile.
  await addAccountTexts(currentLanguage());
}

async function start(language: Language): Promise<void> {
  const { texts } = await loadChunk(loaders[language]);
  i18next.on('languageChanged', (now) => {
    document.documentElement.lang = now;
    if (isLanguage(now)) setTexts(now, i18next.getResourceBundle(now, 'translation') ?? {});
  });
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = language;
  setTexts(language, texts);
}

export function setUpTexts(language: Language): Promise<void> {
  started = start(language);
  return started;
}

/** Shows the product in another language without keeping the choice. */
export async function showLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
}

/** What the language switcher does: show it and keep it. */
export async function selectLanguage(language: Language): Promise<void> {
  storage.set(languageKey, language);
  await showLanguage(language);
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}
