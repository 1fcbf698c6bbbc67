import { expect, test, vi } from 'vitest';
import {
  dateParts,
  formatDate,
  formatDayHere,
  formatDistance,
  formatMomentWithOffset,
  formatNumber,
  formatWeekday,
  formatWeekdayHere,
  formatWithUnit,
  todayInBucharest,
} from './format.ts';
import { formatInstant } from './instant.ts';

test('a legal date is the same day everywhere', () => {
  expect(formatDate('2025-12-15', 'ro')).toBe('15 decembrie 2025');
  expect(formatDate('2025-12-15', 'en')).toBe('15 December 2025');
});

test('a moment for operators names its offset', () => {
  const hours = new Date('2026-11-27T12:05:00Z').getHours().toString().padStart(2, '0');
  for (const language of ['en', 'ro'] as const) {
    expect(formatMomentWithOffset('2026-11-27T12:05:00Z', language)).toMatch(
      new RegExp(` ${hours}:\\d\\d GMT([+-]\\d+(:\\d+)?)?$`),
    );
  }
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

test('a day in words has its year only if it is another one', () => {
  expect(formatDayHere('2026-12-31', 'en', '2026-11-21')).toBe('31 December');
  expect(formatDayHere('2027-03-31', 'ro', '2026-11-21')).toBe('31 martie 2027');
  expect(formatWeekdayHere('2026-12-02', 'ro', '2026-11-21')).toBe('miercuri, 2 decembrie');
});

test('a format is made once: on a slow phone, each takes longer than the line that shows it', () => {
  const all = () => {
    todayInBucharest();
    formatInstant('2026-11-21T21:30:00Z', 'ro');
    formatDistance(39, 'ro');
    formatWeekday('2026-12-31', 'ro', 'short');
    for (const date of ['2026-12-31', '2027-03-31']) {
      dateParts(date, 'ro', '2026-11-21');
      formatWeekdayHere(date, 'ro', '2026-11-21');
    }
  };
  all();
  const made = [vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'RelativeTimeFormat')];
  all();
  for (const format of made) expect(format).not.toHaveBeenCalled();
});

test('numbers are grouped as the language does', () => {
  expect(formatNumber(12345, 'ro')).toBe('12.345');
  expect(formatNumber(12345, 'en')).toBe('12,345');
});

test('a unit agrees with its number', () => {
  const employees = (text: string, count: number) => formatWithUnit(text, count, 'salariați', 'ro');
  expect(employees('1', 1)).toBe('salariați: 1');
  expect(employees('1–2', 2)).toBe('1–2 salariați');
  expect(employees('3–49', 49)).toBe('3–49 de salariați');
  expect(formatWithUnit('38.400', 38_400, 'lei pe an', 'ro')).toBe('38.400 de lei pe an');
  expect(formatWithUnit('38,400', 38_400, 'lei a year', 'en')).toBe('38,400 lei a year');
});
