import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadChunk } from '../chunks.ts';
import { storage } from '../storage.ts';
import {
  askedLanguage,
  initialLanguage,
  isLanguage,
  type Language,
  languageKey,
  setDocumentLanguage,
} from './language.ts';
import { setTexts } from './use-texts.ts';

/* Only one language's texts are loaded; the other follows on request. */
const loaders = {
  en: () => import('./locales/en/index.ts'),
  ro: () => import('./locales/ro/index.ts'),
};
/* Texts that most visits do not need, each in a file of both languages. */
type Part =
  | 'account'
  | 'act'
  | 'deadlines'
  | 'desk'
  | 'figures'
  | 'mail'
  | 'operator'
  | 'overview'
  | 'questions'
  | 'search';

/* The requested text bundles and their loaded languages. */
const asked = new Map<Part, Set<Language>>();
let started: Promise<void> | undefined;

async function addPart(part: Part, language: Language): Promise<void> {
  if (asked.get(part)?.has(language)) return;
  const { texts } = await loadChunk<{ texts: object }>(
    () => import(`./locales/${language}/${part}-texts.ts`),
  );
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

export async function loadPart(part: Part): Promise<void> {
  if (!asked.has(part)) asked.set(part, new Set());
  const language = i18next.isInitialized ? currentLanguage() : initialLanguage();
  await addPart(part, language);
  // The language may have changed meanwhile.
  await addPart(part, currentLanguage());
}

/** A chunk, with the texts that its screen alone has. */
export async function withTexts<Chunk>(chunk: Promise<Chunk>, ...parts: Part[]): Promise<Chunk> {
  const [loaded] = await Promise.all([chunk, ...parts.map(loadPart)]);
  return loaded;
}

async function start(language: Language): Promise<void> {
  const { texts } = await loadChunk(loaders[language]);
  i18next.on('languageChanged', (now) => {
    if (!isLanguage(now)) return;
    setDocumentLanguage(now);
    setTexts(now, i18next.getResourceBundle(now, 'translation') ?? {});
  });
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  setDocumentLanguage(language);
  setTexts(language, texts);
}

export function setUpTexts(language: Language): Promise<void> {
  started = start(language);
  return started;
}

/** Shows the product in another language without storing the choice. */
export async function showLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
}

/** Shows and stores the language. */
export async function selectLanguage(language: Language): Promise<void> {
  storage.set(languageKey, language);
  await showLanguage(language);
}

/** Shows the language from the reader's own data, unless the reader chose one here. */
export async function showUnlessChosen(language: Language): Promise<void> {
  await started;
  const chosen = askedLanguage(window.location.search) ?? storage.get(languageKey);
  if (!isLanguage(chosen) && language !== currentLanguage()) await showLanguage(language);
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'en';
}

/** The texts in one language, whatever language the product is shown in. */
export async function textsIn(language: Language): Promise<typeof i18next> {
  await load(language);
  return i18next.cloneInstance({ lng: language });
}
