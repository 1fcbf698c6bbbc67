import { storage } from '../storage.ts';

export type Language = 'en' | 'ro';
export const languages: readonly Language[] = ['en', 'ro'];
export const languageKey = 'language';
const fallback: Language = 'en';

export function isLanguage(value: string | null | undefined): value is Language {
  return languages.some((language) => language === value);
}

/** The `lang` parameter of the address, then the stored choice, then English. */
export function chooseLanguage(search: string, stored: string | null): Language {
  const asked = new URLSearchParams(search).get('lang');
  if (isLanguage(asked)) return asked;
  return isLanguage(stored) ? stored : fallback;
}

export function initialLanguage(): Language {
  return chooseLanguage(window.location.search, storage.get(languageKey));
}
