import { daysAfter, lastDayOf } from '../../api/plain-dates.ts';
import type { Deadline, DutyDay } from '../../api/types.ts';
import type { ReaderDuty } from './of-reader.ts';

/** A day of a recurring duty. */
export interface DutyOnDay {
  duty: ReaderDuty;
  day: DutyDay;
}

/** What is due, starts or ends on a day. */
export interface Day {
  date: string;
  deadlines: Deadline[];
  duties: DutyOnDay[];
}

/** The days that have something, in order. */
export function daysOf(deadlines: Deadline[], duties: ReaderDuty[]): Day[] {
  const days = new Map<string, Day>();
  const dayOf = (date: string): Day => {
    const day = days.get(date) ?? { date, deadlines: [], duties: [] };
    days.set(date, day);
    return day;
  };
  for (const deadline of deadlines) dayOf(deadline.date).deadlines.push(deadline);
  for (const duty of duties)
    for (const day of duty.days) dayOf(day.date).duties.push({ duty, day });
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** The days by month, such as `2026-12`, in order. */
export function byMonth(days: Day[]): Array<{ month: string; days: Day[] }> {
  const months = new Map<string, Day[]>();
  for (const day of days) {
    const month = day.date.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  return [...months].map(([month, group]) => ({ month, days: group }));
}

/** The dates of a month in weeks from Monday on; days of other months are missing. */
export function weeksOf(month: string): Array<Array<string | undefined>> {
  const first = `${month}-01`;
  const length = Number(lastDayOf(month).slice(8));
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const cells = Array.from({ length: Math.ceil((before + length) / 7) * 7 }, (_, cell) => {
    const day = cell - before;
    return day >= 0 && day < length ? daysAfter(first, day) : undefined;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
