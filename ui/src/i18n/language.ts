import { mailPageOf } from '../site-paths.ts';
import { storage } from '../storage.ts';

export type Language = 'en' | 'ro';
export const languages: readonly Language[] = ['en', 'ro'];
export const languageKey = 'language';
const fallback: Language = 'en';

export function isLanguage(value: string | null | undefined): value is Language {
  return languages.some((language) => language === value);
}

/** The language that the parameters of an address ask for, in any case, also as `ro-RO`. */
export function askedLanguage(search: string | URLSearchParams): Language | undefined {
  const [asked] = (new URLSearchParams(search).get('lang') ?? '').toLowerCase().split(/[-_]/);
  return isLanguage(asked) ? asked : undefined;
}

/** The `lang` parameter, then the stored choice, then English. */
export function chooseLanguage(search: string, stored: string | null): Language {
  return askedLanguage(search) ?? (isLanguage(stored) ? stored : fallback);
}

const manifests: Record<Language, string> = {
  en: '/manifest.webmanifest',
  ro: '/manifest.ro.webmanifest',
};

/** Marks the page's language, and names the manifest of the installed app in it. */
export function setDocumentLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', manifests[language]);
}

/** The language of a mail page without one in its address: that of the mail. */
export function initialLanguage(): Language {
  const { pathname, search } = window.location;
  const written = mailPageOf(pathname) ? document.documentElement.lang : null;
  return chooseLanguage(search, storage.get(languageKey) ?? written);
}
