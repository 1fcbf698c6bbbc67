import type { Language } from './language.ts';

/** The locales of dates and numbers. European English: day before month, as Romanian readers of English expect. */
export const locales: Record<Language, string> = { en: 'en-GB', ro: 'ro-RO' };

/** An instant (RFC 3339) as a day in Bucharest. */
export function formatInstant(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeZone: 'Europe/Bucharest',
  }).format(new Date(instant));
}
