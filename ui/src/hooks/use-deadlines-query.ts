import { daysAfter, lastDayOf, monthOfDay } from '../api/plain-dates.ts';
import { type DayRange, queries } from '../api/queries.ts';
import { todayInBucharest } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { daysAhead } from './use-duties-query.ts';

/** The months ahead: one list for all of them, which is kept for visits without a connection. */
const monthsAhead = (today: string): DayRange => ({
  from: `${monthOfDay(today)}-01`,
  to: daysAfter(today, daysAhead),
});

/** From where to where the list of a month is asked: the months ahead, or the month alone if it is none of them. */
export function rangeOfMonth(month: string, today: string): DayRange {
  const ahead = monthsAhead(today);
  const asked = { from: `${month}-01`, to: lastDayOf(month) };
  return asked.from >= ahead.from && asked.to <= ahead.to ? ahead : asked;
}

/** The query of the days of all articles in the months ahead. */
export function useDeadlinesQuery() {
  return queries.deadlines(monthsAhead(todayInBucharest()), {}, useLanguage());
}
