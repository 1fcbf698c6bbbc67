import { formatMonth } from '../i18n/format.ts';
import type { Language } from '../i18n/language.ts';

/** `octombrie 2026` or `October 2026` of `2026-10`. */
export function monthName(month: string, language: Language): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${formatMonth(year, number - 1, language, 'long')} ${year}`;
}
