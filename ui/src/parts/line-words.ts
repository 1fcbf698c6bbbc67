import type { DateLine } from '../hooks/date-lines.ts';
import { sentenceCase } from './sentence-case.ts';

/** What to do on a line, in the words of all its sources. */
export function lineWords({ what }: DateLine): string {
  return what.map((text, at) => (at === 0 ? sentenceCase(text) : text)).join('; ');
}
