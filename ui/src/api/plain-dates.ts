import { day } from '../durations.ts';

/* Plain days, such as `2026-11-21`, and months, such as `2026-11`, without time zones. */

/** The day that is `days` after this one. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
}

/** The month that is `months` after this one. */
export function monthsAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOfDay(new Date(Date.UTC(year, number - 1 + months, 1)).toISOString());
}

/** The month of a day. */
export const monthOfDay = (date: string) => date.slice(0, 7);

/** The last day of a month. */
export function lastDayOf(month: string): string {
  return daysAfter(`${monthsAfter(month, 1)}-01`, -1);
}

/** The same day of the week, two weeks later. */
export const twoWeeksLater = (date: string) => daysAfter(date, 14);

/** The same day of the next month, or that month's last day. */
export function monthLater(date: string): string {
  const month = monthsAfter(monthOfDay(date), 1);
  const last = lastDayOf(month);
  const same = `${month}-${date.slice(8)}`;
  return same < last ? same : last;
}
