import { expect, test } from 'vitest';
import { daysAfter, monthLater, monthOfDay, monthsAfter } from './plain-dates.ts';

test('two weeks later, over the end of a month and of summer time', () => {
  expect(daysAfter('2026-11-21', 14)).toBe('2026-12-05');
  expect(daysAfter('2026-10-20', 14)).toBe('2026-11-03');
  expect(daysAfter('2026-12-25', 14)).toBe('2027-01-08');
});

test('a month later is the same day, or the last one there is', () => {
  expect(monthLater('2026-11-21')).toBe('2026-12-21');
  expect(monthLater('2027-01-31')).toBe('2027-02-28');
  expect(monthLater('2026-12-31')).toBe('2027-01-31');
});

test('a day is in its month', () => {
  expect(monthOfDay('2026-11-21')).toBe('2026-11');
});

test('months are counted over the end of a year', () => {
  expect(monthsAfter('2026-12', 1)).toBe('2027-01');
  expect(monthsAfter('2027-01', -1)).toBe('2026-12');
});
