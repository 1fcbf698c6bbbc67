import { formatDay } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';

/** "24 December", on one line: the screen names the year. */
export function shortDay(date: string, language: Language): string {
  return formatDay(date, language).replace(/\s\d{4}$/, '');
}
