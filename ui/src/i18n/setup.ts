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
/* What most visits do without. */
const partLoaders = {
  account: {
    en: () => import('./locales/en/account-texts.ts'),
    ro: () => import('./locales/ro/account-texts.ts'),
  },
  mail: {
    en: () => import('./locales/en/mail-texts.ts'),
    ro: () => import('./locales/ro/mail-texts.ts'),
  },
};
type Part = keyof typeof partLoaders;

/* The parts that were asked for, and in which languages they are there. */
const asked = new Map<Part, Set<Language>>();
let started: Promise<void> | undefined;

async function addPart(part: Part, language: Language): Promise<void> {
  if (asked.get(part)?.has(language)) return;
  const { texts } = await loadChunk<{ texts: object }>(partLoaders[part][language]);
  await started;
  i18next.addResourceBundle(language, 'translation', texts, true);
  asked.get(part)?.add(language);
}

async function load(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const { texts } = await loadChunk(loaders[language]);
    i18next.addResourceBundle(language, 'translation', texts);
  }
  await Promise.all([...asked.keys()].map((part) => addPart(part, language)));
}

async function loadPart(part: Part): Promise<void> {
  if (!asked.has(part)) asked.set(part, new Set());
  const language = i18next.isInitialized ? currentLanguage() : initialLanguage();
  await addPart(part, language);
  // Another language may have been chosen meanwhile.
  await addPart(part, currentLanguage());
}

/** The texts of signing in and of the account; for their screens. */
export const loadAccountTexts = () => loadPart('account');

/** The texts about mails: what one gets and how to choose it. */
export const loadMailTexts = () => loadPart('mail');

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

/** Shows the language that somebody's own data says, unless the reader has said another one here. */
export async function showUnlessChosen(language: Language): Promise<void> {
  await started;
  const said = new URLSearchParams(window.location.search).get('lang');
  const chosen = isLanguage(said) || isLanguage(storage.get(languageKey));
  if (!chosen && language !== currentLanguage()) await showLanguage(language);
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}
