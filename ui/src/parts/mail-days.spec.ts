import { expect, test } from 'vitest';
import { daysLater, monthLater } from './mail-days.ts';

test('two weeks later, over the end of a month and of summer time', () => {
  expect(daysLater('2026-11-21', 14)).toBe('2026-12-05');
  expect(daysLater('2026-10-20', 14)).toBe('2026-11-03');
  expect(daysLater('2026-12-25', 14)).toBe('2027-01-08');
});

test('a month later is the same day, or the last one there is', () => {
  expect(monthLater('2026-11-21')).toBe('2026-12-21');
  expect(monthLater('2027-01-31')).toBe('2027-02-28');
  expect(monthLater('2026-12-31')).toBe('2027-01-31');
});
