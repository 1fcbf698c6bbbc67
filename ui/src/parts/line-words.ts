import type { DateLine } from '../hooks/date-lines.ts';
import { formatMonth } from '../i18n/format.ts';
import type { Language } from '../i18n/language.ts';
import { sentenceCase } from './sentence-case.ts';

/** What to do on a line, in the words of all its sources, and the month that it is about. */
export function lineWords({ what, period }: DateLine, language: Language): string {
  const words = what.map((text, at) => (at === 0 ? sentenceCase(text) : text)).join('; ');
  if (!period) return words;
  const month = Number(period.slice(5)) - 1;
  return `${words}, ${formatMonth(Number(period.slice(0, 4)), month, language, 'long')}`;
}
