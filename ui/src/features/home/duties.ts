import { daysUntil, momentOf, ownAnswer } from '../../api/dated-entry.ts';
import type { ArticleSummary, ConcernReport, DatedEntry } from '../../api/types.ts';

/** A duty within this many days is near. */
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

/** What starts or ends without the reader's doing, soonest first; without what is others' by the answers, or may be. */
export function changesOf(
  articles: ArticleSummary[],
  today: string,
  concerns: ConcernReport['articles'] = {},
): Dated[] {
  const isReaders = ({ article, entry }: Dated) =>
    (ownAnswer(article, entry, concerns[article.slug]) ?? 'yes') === 'yes';
  return articles
    .flatMap((article) => entriesOf(article, today))
    .filter((dated) => dated.entry.kind !== 'due' && dated.date && isReaders(dated))
    .sort(bySoonest);
}

/** How many duties are near: a phone shows these first. */
export function nearOf(duties: Dated[], today: string): number {
  return duties.filter(({ date }) => date && daysUntil(date, today) <= nearDays).length;
}
