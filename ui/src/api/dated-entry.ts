import type { DatedEntry } from './types.ts';

/** A dated entry as it stands today. */
export interface EntryMoment {
  state: DatedEntry['state'];
  /** The next day, or the last one once it is past; missing without a day. */
  date?: string;
}

/** Days from `today` to `date`; negative for the past. */
export function daysUntil(date: string, today: string): number {
  return (Date.parse(date) - Date.parse(today)) / 86_400_000;
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

/** The entry to show where there is room for one: the next one, else a rule, else the last day. */
export function mainEntry(entries: DatedEntry[], today: string): DatedEntry | undefined {
  const byDay = entries
    .map((entry) => ({ entry, ...momentOf(entry, today) }))
    .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
  const found =
    byDay.find(({ state }) => state === 'today' || state === 'ahead') ??
    byDay.find(({ state }) => state === 'undated') ??
    byDay.at(-1);
  return found?.entry;
}
