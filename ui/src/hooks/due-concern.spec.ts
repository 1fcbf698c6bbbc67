import { expect, test } from 'vitest';
import type { ConcernAnswer, ConcernReport } from '../api/types.ts';
import { concernOfDuties, concernOfEntry } from './due-concern.ts';

const yes = (changes: Partial<ConcernAnswer>): ConcernAnswer => ({
  answer: 'yes',
  certain: true,
  missing: [],
  ...changes,
});
const both = (text: string) => ({ ro: text, en: text });
const named = (id: string) => ({ id, short: id, title: `The ${id}` });

test('a condition of one duty of a line is not that of the line', () => {
  const report: Pick<ConcernReport, 'duties'> = {
    duties: {
      dividends: yes({ reason: both('because you pay'), event: both('only for months') }),
      unpaid: yes({ reason: both('because you do not pay'), unless: both('not new firms') }),
    },
  };
  const line = concernOfDuties(['dividends', 'unpaid'].map(named), report);
  expect(line?.event?.en).toBe('dividends: only for months');
  expect(line?.unless?.en).toBe('unpaid: not new firms');
  expect(line?.reason?.en).toBe('because you pay; because you do not pay');
  const gains = yes({ certain: false, verify: both('only what you declare yourself') });
  const single = concernOfDuties(['rents', 'gains'].map(named), {
    duties: { rents: yes({}), gains },
  });
  expect(single?.verify?.en).toBe('only what you declare yourself (gains)');
  expect(concernOfDuties([named('dividends')], report)?.event?.en).toBe('only for months');
  expect(concernOfDuties([named('other')], report)).toBeUndefined();
});

test('what is true of all duties of a line has no name', () => {
  const of = yes({ event: both('only for months') });
  const line = concernOfDuties([named('a'), named('b')], { duties: { a: of, b: of } });
  expect(line?.event?.en).toBe('only for months');
});

test('an entry that is to be verified says so in a certain article', () => {
  const article = yes({
    reason: both('because you employ'),
    unless: both('not now'),
    entries: { 1: { ...yes({}), certain: false, verify: both('the law is missing') } },
  });
  expect(concernOfEntry(article, 0)).toBe(article);
  expect(concernOfEntry(article, 1)).toEqual({
    ...yes({ reason: both('because you employ'), unless: both('not now') }),
    certain: false,
    verify: both('the law is missing'),
  });
});
