import { expect, test } from 'vitest';
import { dateParts, formatDate, formatNumber, todayInBucharest } from './format.ts';

test('a legal date is the same day everywhere', () => {
  expect(formatDate('2025-12-15', 'ro')).toBe('15 decembrie 2025');
  expect(formatDate('2025-12-15', 'en')).toBe('15 December 2025');
});

test('today is the day it is in Bucharest', () => {
  expect(todayInBucharest(new Date('2026-11-21T22:30:00Z'))).toBe('2026-11-22');
  expect(todayInBucharest(new Date('2026-11-21T21:30:00Z'))).toBe('2026-11-21');
});

test('the year of a deadline is shown when it is another', () => {
  expect(dateParts('2026-12-31', 'ro', '2026-11-21')).toEqual({
    day: '31',
    month: 'decembrie',
    year: undefined,
  });
  expect(dateParts('2027-01-01', 'en', '2026-11-21').year).toBe('2027');
});

test('numbers are grouped as the language does', () => {
  expect(formatNumber(12345, 'ro')).toBe('12.345');
  expect(formatNumber(12345, 'en')).toBe('12,345');
});
