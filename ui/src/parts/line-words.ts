import type { DateLine } from '../hooks/date-lines.ts';
import { formatMonth } from '../i18n/format.ts';
import type { Language } from '../i18n/language.ts';
import { sentenceCase } from './sentence-case.ts';

/** What to do on a line, in the words of all its sources. */
export function shortWords({ what }: DateLine): string {
  return what.map((text, at) => (at === 0 ? sentenceCase(text) : text)).join('; ');
}

/** The same with the month that the line is about. */
export function lineWords(line: DateLine, language: Language): string {
  const words = shortWords(line);
  const { period } = line;
  if (!period) return words;
  const month = Number(period.slice(5)) - 1;
  return `${words}, ${formatMonth(Number(period.slice(0, 4)), month, language, 'long')}`;
}
