import { formatMonth } from '../i18n/format.ts';
import type { Language } from '../i18n/language.ts';

/** `octombrie 2026` or `October 2026` of `2026-10`. */
export function monthName(month: string, language: Language): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${formatMonth(year, number - 1, language, 'long')} ${year}`;
}

const roman = ['I', 'II', 'III', 'IV'];

/** The month or the quarter that a form is about: `octombrie`, `trim. III 2026`, `Q3 2026`. */
export function periodName(period: string, language: Language): string {
  const [year = '', quarter] = period.split('-Q');
  if (quarter === undefined) return monthName(period, language).split(' ')[0] ?? '';
  return language === 'ro' ? `trim. ${roman[Number(quarter) - 1]} ${year}` : `Q${quarter} ${year}`;
}
