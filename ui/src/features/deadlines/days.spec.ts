import { expect, test } from 'vitest';
import type { Deadline, Duty } from '../../api/types.ts';
import { byMonth, daysOf, weeksOf } from './days.ts';

test('deadlines and duties of a day stand together, by month', () => {
  const deadlines = [{ date: '2026-12-21', what: 'a' }] as Deadline[];
  const days = [{ date: '2026-12-21' }, { date: '2027-01-25' }];
  const duties = [{ id: 'd112', days }] as Duty[];
  const months = byMonth(daysOf(deadlines, duties));
  expect(
    months.map(({ month, days: group }) => [
      month,
      group.map((day) => [day.date, day.deadlines.length, day.duties.length]),
    ]),
  ).toEqual([
    ['2026-12', [['2026-12-21', 1, 1]]],
    ['2027-01', [['2027-01-25', 0, 1]]],
  ]);
});

test('a month is shown in weeks that begin on Monday', () => {
  const weeks = weeksOf('2027-02');
  expect(weeks).toHaveLength(4);
  expect([weeks[0]?.[0], weeks[3]?.[6]]).toEqual(['2027-02-01', '2027-02-28']);
  const november = weeksOf('2026-11');
  expect(november).toHaveLength(6);
  expect(november[0]).toEqual([...Array(6).fill(undefined), '2026-11-01']);
  expect(november[5]?.[0]).toBe('2026-11-30');
});
