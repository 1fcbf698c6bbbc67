import { expect, test } from 'vitest';
import { weeksOf } from './weeks.ts';

test('a month is shown in weeks that begin on Monday', () => {
  const weeks = weeksOf('2027-02');
  expect(weeks).toHaveLength(4);
  expect([weeks[0]?.[0], weeks[3]?.[6]]).toEqual(['2027-02-01', '2027-02-28']);
  const november = weeksOf('2026-11');
  expect(november).toHaveLength(6);
  expect(november[0]).toEqual([...Array(6).fill(undefined), '2026-11-01']);
  expect(november[5]?.[0]).toBe('2026-11-30');
});
