import { day } from '../durations.ts';
import type { ArticleSummary, ConcernAnswer, DatedEntry, EntryKind } from './types.ts';

/** A dated entry as it stands today. */
interface EntryMoment {
  state: DatedEntry['state'];
  /** The next day, or the last one once it is past; missing without a day. */
  date?: string;
}

/** The days before a deadline on which a reader can be reminded of it. */
export const reminderDays = [30, 7, 1];

/** Days from `today` to `date`; negative for the past. */
export function daysUntil(date: string, today: string): number {
  return (Date.parse(date) - Date.parse(today)) / day;
}

/**
 * The state of an entry on this device's day.
 *
 * A page kept for offline reading may be older than the day that the server computed for it.
 */
export function momentOf({ date, next_date }: DatedEntry, today: string): EntryMoment {
  if (next_date === today) return { state: 'today', date: next_date };
  if (next_date && next_date > today) return { state: 'ahead', date: next_date };
  return date ? { state: 'past', date } : { state: 'undated' };
}

const isAhead = ({ state }: EntryMoment) => state === 'today' || state === 'ahead';

const kinds: EntryKind[] = ['due', 'starts', 'ends'];

/**
 * The entry to show where there is room for one: the next day on which something is due, else on which
 * something starts, else ends; without a day ahead a rule, else the last day. As `next_entry` of the
 * server.
 */
export function mainEntry(entries: DatedEntry[], today: string): DatedEntry | undefined {
  const byDay = entries
    .map((entry) => ({ entry, ...momentOf(entry, today) }))
    .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
  const ahead = byDay.filter(isAhead);
  const [next] = kinds.flatMap((kind) => ahead.filter(({ entry }) => entry.kind === kind));
  return (next ?? byDay.find(({ state }) => state === 'undated') ?? byDay.at(-1))?.entry;
}

/** The main entry of an article; without one, the day from which the rule applies. */
function articleEntry(article: ArticleSummary, today: string): DatedEntry | undefined {
  const entry = mainEntry(article.deadlines, today);
  const date = article.applies_from ?? article.in_force_date;
  if (entry || !date) return entry;
  const ahead = date >= today;
  return {
    id: `${article.slug}.start`,
    kind: 'starts',
    date,
    what: '',
    roles: [],
    next_date: ahead ? date : null,
    state: ahead ? 'ahead' : 'past',
  };
}

/** The answer to an entry of an article: its own, else that of the article. */
export function answerToEntry(
  article: ArticleSummary,
  entry: DatedEntry,
  concern: ConcernAnswer | undefined,
): ConcernAnswer['answer'] | undefined {
  return ownAnswer(article, entry, concern) ?? concern?.answer;
}

/** The answer to an entry alone, where it is another than that of the article. */
export function ownAnswer(
  { deadlines }: ArticleSummary,
  entry: DatedEntry,
  concern: ConcernAnswer | undefined,
): ConcernAnswer['answer'] | undefined {
  return concern?.entries?.[deadlines.indexOf(entry)]?.answer;
}

/**
 * The main entry of what is the reader's, else of what may be, else the day from which the rule applies; without
 * answers, or for others, of the article. What is surely due comes before what may be, and that before what starts or
 * ends.
 */
export function readersEntry(
  article: ArticleSummary,
  concern: ConcernAnswer | undefined,
  today: string,
): DatedEntry | undefined {
  const answer = (entry: DatedEntry) => answerToEntry(article, entry, concern);
  const own = concern ? article.deadlines.filter((entry) => answer(entry) !== 'no') : [];
  const isSure = (entry: DatedEntry) =>
    answer(entry) === 'yes' && entry.kind === 'due' && isAhead(momentOf(entry, today));
  // The days of others are none of an article that concerns the reader.
  const isOthers = concern === undefined || concern.answer === 'no';
  return (
    mainEntry(own.filter(isSure), today) ??
    mainEntry(own, today) ??
    articleEntry(isOthers ? article : { ...article, deadlines: [] }, today)
  );
}
