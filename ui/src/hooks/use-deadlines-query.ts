import { daysAfter } from '../api/plain-dates.ts';
import { type DayRange, queries } from '../api/queries.ts';
import { todayInBucharest } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { daysAhead } from './use-duties-query.ts';

/** The months ahead: one list for all of them, which is kept for visits without a connection. */
export const monthsAhead = (today: string): DayRange => ({
  from: `${today.slice(0, 7)}-01`,
  to: daysAfter(today, daysAhead),
});

/** The query of the days of all articles in the months ahead. */
export function useDeadlinesQuery() {
  return queries.deadlines(monthsAhead(todayInBucharest()), {}, useLanguage());
}
