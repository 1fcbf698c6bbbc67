import { daysUntil, momentOf } from '../../api/dated-entry.ts';
import { lastDayOf, monthsAfter } from '../../api/plain-dates.ts';
import type { ArticleSummary, ConcernAnswer, ConcernReport, Duty } from '../../api/types.ts';
import type { DateLine } from '../../hooks/date-lines.ts';

/** What Home's heading answers: does it concern the reader, and until when. */
export type HomeAnswer =
  | { kind: 'visitor' | 'unknown' }
  /** The server could not be asked; the report, if any, is of `of`. */
  | { kind: 'unchecked'; of?: string; next?: string }
  /** What is certain until the end of the next month. */
  | { kind: 'due'; count: number; forms: boolean; until: string; first: string; onFirst: number }
  /** Something to do in a month, such as `2026-12`, on a day that is announced. */
  | { kind: 'announced'; month: string; act: string; by: string }
  /** Nothing certain in a month. */
  | { kind: 'none'; month: string; possible: number; conditional: number; next?: string };

/* With fewer days left of a month, the heading speaks of the next one. */
const fewDays = 10;

interface Known {
  report: ConcernReport;
  /** The lines that are not ticked off, in order. */
  lines: DateLine[];
  duties: ReadonlyArray<Pick<Duty, 'id' | 'days' | 'announced'>>;
  articles: readonly ArticleSummary[];
  today: string;
}

// docs/decisions/0336
/** The answer by the reader's answers. Nothing is said to be nothing while something may be due. */
export function homeAnswer(known: Known): HomeAnswer {
  const { lines, today } = known;
  const certain = lines.filter(({ event }) => event === undefined);
  const month = today.slice(0, 7);
  const soon = certain.filter(({ date }) => date <= lastDayOf(monthsAfter(month, 1)));
  const [first, last] = [soon[0], soon.at(-1)];
  if (first && last) {
    const onFirst = soon.filter(({ date }) => date === first.date).length;
    const forms = soon.every(({ form }) => form !== null);
    return { kind: 'due', count: soon.length, forms, until: last.date, first: first.date, onFirst };
  }
  const isEnding = daysUntil(lastDayOf(month), today) < fewDays;
  const named = isEnding ? monthsAfter(month, 1) : month;
  const announced = announcedIn(known, named);
  if (announced) return { kind: 'announced', month: named, act: announced.act, by: announced.by };
  const until = lastDayOf(named);
  const conditional = lines.filter(({ date, event }) => event && date <= until).length;
  const next = certain[0]?.date;
  const possible = possibleDuties(known, until) + possibleArticles(known, until);
  return { kind: 'none', month: named, possible, conditional, ...(next && { next }) };
}

function announcedIn({ report, duties }: Known, month: string) {
  const isIn = ({ id, announced }: Known['duties'][number]) =>
    announced?.month === Number(month.slice(5)) && report.duties[id]?.answer === 'yes';
  return duties.find(isIn)?.announced;
}

const isMaybe = (answer: { answer: string } | undefined) => answer?.answer === 'maybe';

/* A duty without days may be of any month, unless something has to happen first; so may one that could not be loaded. */
function possibleDuties({ report, duties, today }: Known, until: string): number {
  const isOpen = ([id, answer]: [string, ConcernAnswer]) => {
    if (!isMaybe(answer)) return false;
    const days = duties.find((duty) => duty.id === id)?.days ?? [];
    if (days.length === 0) return answer.event === undefined;
    return days.some(({ date }) => date >= today && date <= until);
  };
  return Object.entries(report.duties).filter(isOpen).length;
}

function possibleArticles({ report, articles, today }: Known, until: string): number {
  const isOpen = ({ deadlines }: ArticleSummary, answer: ConcernAnswer) =>
    deadlines.some((entry, at) => {
      if (entry.kind !== 'due' || !isMaybe(answer.entries?.[at] ?? answer)) return false;
      const { state, date } = momentOf(entry, today);
      return state !== 'past' && date !== undefined && date <= until;
    });
  return articles.filter((article) => {
    const answer = report.articles[article.slug];
    return answer !== undefined && isOpen(article, answer);
  }).length;
}
