import { expect, test } from 'vitest';
import { monthName, periodName } from './month-name.ts';

test('a period is a month or a quarter in words', () => {
  expect(monthName('2026-10', 'ro')).toBe('octombrie 2026');
  expect(periodName('2026-10', 'ro')).toBe('octombrie');
  expect(periodName('2026-12', 'en')).toBe('December');
  expect(periodName('2026-Q3', 'ro')).toBe('trim. III 2026');
  expect(periodName('2026-Q4', 'en')).toBe('Q4 2026');
});
