import type { ConcernReport } from '../../api/types.ts';
import type { DateLine } from '../../hooks/date-lines.ts';
import { type Headline, headlineOfDates } from './duties.ts';

/** The headline by the reader's answers: what is certain counts, what may be does not. */
export function readerHeadline(report: ConcernReport, lines: DateLine[], today: string): Headline {
  const certain = lines.filter(({ event }) => event === undefined).map(({ date }) => date);
  const answers = Object.values(report.duties);
  const possible = answers.filter(({ answer }) => answer === 'maybe').length;
  return { ...headlineOfDates(certain, today), possible };
}
