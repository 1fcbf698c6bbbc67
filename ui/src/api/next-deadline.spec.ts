import { expect, test } from 'vitest';
import { nextDeadline } from './next-deadline.ts';

const past = { date: '2026-01-01', what: 'past' };
const older = { date: '2025-01-01', what: 'older' };
const coming = { date: '2026-11-21', what: 'today' };
const later = { date: '2027-01-01', what: 'later' };
const rule = { rule: 'every month', what: 'rule' };

test.each([
  [[later, past, coming], 'today', 'coming'],
  [[older, past, rule], 'past', 'past'],
  [[rule], 'rule', 'rule'],
])('%j', (deadlines, what, kind) => {
  expect(nextDeadline(deadlines, '2026-11-21')).toMatchObject({ what, kind });
});

test('none', () => {
  expect(nextDeadline([], '2026-11-21')).toBeUndefined();
});
