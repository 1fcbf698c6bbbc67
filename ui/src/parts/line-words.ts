import type { DateLine } from '../hooks/date-lines.ts';
import { mergedWords } from '../hooks/merged-words.ts';
import type { Language } from '../i18n/language.ts';
import { periodName } from './month-name.ts';
import { sentenceCase } from './sentence-case.ts';

/** What to do on a line, in the words of all its sources. */
export function shortWords({ what }: DateLine): string {
  return sentenceCase(mergedWords(what));
}

/** The same with the month that the line is about. */
export function lineWords(line: DateLine, language: Language): string {
  const words = shortWords(line);
  const { period } = line;
  if (!period) return words;
  return `${words}, ${periodName(period, language)}`;
}
