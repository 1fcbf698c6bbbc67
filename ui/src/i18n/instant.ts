import type { Language } from './language.ts';

/** The locales of dates and numbers. European English: day before month, as Romanian readers of English expect. */
export const locales: Record<Language, string> = { en: 'en-GB', ro: 'ro-RO' };

/** Keeps a format by language: making one costs far more than using it, and a page uses the same one often. */
export function kept<Format>(make: (locale: string) => Format): (language: Language) => Format {
  const formats = new Map<Language, Format>();
  return (language) => {
    const format = formats.get(language) ?? make(locales[language]);
    formats.set(language, format);
    return format;
  };
}

/** Keeps a format of dates. */
export const keptDates = (options: Intl.DateTimeFormatOptions) =>
  kept((locale) => new Intl.DateTimeFormat(locale, options));

const dayInBucharest = keptDates({ dateStyle: 'long', timeZone: 'Europe/Bucharest' });

/** An instant (RFC 3339) as a day in Bucharest. */
export function formatInstant(instant: string, language: Language): string {
  return dayInBucharest(language).format(new Date(instant));
}
