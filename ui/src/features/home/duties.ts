import { daysUntil, momentOf } from '../../api/dated-entry.ts';
import type { ArticleSummary, DatedEntry } from '../../api/types.ts';

/** The headline counts the duties up to the last one within this many days. */
const nearDays = 60;

/** A dated entry with its article. */
export interface Dated {
  /** Unique in the list. */
  key: string;
  /** Identifies this day of the entry in its article, so that a recurring duty can be done each time. */
  id: string;
  article: ArticleSummary;
  entry: DatedEntry;
  /** The next day; missing for a term that begins with something the reader does. */
  date?: string;
}

function entriesOf(article: ArticleSummary, today: string): Dated[] {
  return article.deadlines.flatMap((entry, index) => {
    const { state, date } = momentOf(entry, today);
    if (state === 'past') return [];
    const id = `due-${date ?? 'term'}-${index}`;
    return [{ key: `${article.slug} ${id}`, id, article, entry, ...(date && { date }) }];
  });
}

/* Dates first, soonest first; within a day the most important. The list's order decides the rest. */
function bySoonest(a: Dated, b: Dated): number {
  if (a.date !== b.date) return (a.date ?? '9') < (b.date ?? '9') ? -1 : 1;
  return b.article.importance - a.article.importance;
}

/** What is to be done, soonest first; terms without a day come last. */
export function dutiesOf(articles: ArticleSummary[], today: string): Dated[] {
  return articles
    .flatMap((article) => entriesOf(article, today))
    .filter(({ entry, date }) => entry.kind === 'due' && (date || entry.within))
    .sort(bySoonest);
}

/** What starts or ends without the reader's doing, soonest first. */
export function changesOf(articles: ArticleSummary[], today: string): Dated[] {
  return articles
    .flatMap((article) => entriesOf(article, today))
    .filter(({ entry, date }) => entry.kind !== 'due' && date)
    .sort(bySoonest);
}

/** The number of duties in the headline and the day of the last one; with none soon, the first day. */
export interface Headline {
  count: number;
  until?: string;
  /** How many more duties an answer may add. */
  possible?: number;
}

export function headlineOf(duties: Dated[], today: string): Headline {
  return headlineOfDates(
    duties.flatMap(({ date }) => (date ? [date] : [])),
    today,
  );
}

/** The same of the days alone, soonest first. */
export function headlineOfDates(dates: string[], today: string): Headline {
  const soon = dates.filter((date) => daysUntil(date, today) <= nearDays);
  const until = soon.at(-1) ?? dates[0];
  return { count: soon.length, ...(until && { until }) };
}
