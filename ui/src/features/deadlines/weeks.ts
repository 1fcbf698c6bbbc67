import { daysAfter, lastDayOf } from '../../api/plain-dates.ts';

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
