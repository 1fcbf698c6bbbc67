import { expect, test } from 'vitest';
import type { Deadline, Duty } from '../../api/types.ts';
import { concerned, exampleReport } from '../../test/example-concerns.ts';
import { exampleDeadline, exampleDuty } from '../../test/example-deadlines.ts';
import { homeAnswer } from './home-answer.ts';

const today = '2026-11-26';
const only = { ro: 'numai dacă', en: 'only if' };
const on = (date: string, duty: string, form: string | null = null) => ({
  date,
  duty,
  form,
  what: duty,
});
const duty = (id: string, ...days: string[]) =>
  ({
    ...exampleDuty,
    id,
    articles: [],
    recurs: days.length > 0 ? exampleDuty.recurs : undefined,
    days: days.map((date) => ({ id: date, date })),
  }) as unknown as Duty;

interface Changes {
  duties?: Duty[];
  deadlines?: unknown[];
  today?: string;
  partly?: boolean;
}

function answer(report: Parameters<typeof exampleReport>[0], changes: Changes = {}) {
  const { partly = false, deadlines = [], ...rest } = changes;
  return homeAnswer({
    sources: {
      report: exampleReport(report),
      deadlines: deadlines as Deadline[],
      duties: [],
      today,
      follows: () => false,
      names: [],
      terms: {},
      ...rest,
    },
    done: {},
    next: '2027-03-31',
    partly,
  });
}

test('what is certain this month or next is counted, with its first day', () => {
  const duties = {
    a: concerned('yes', ''),
    b: concerned('yes', '', { event: only }),
    c: concerned('yes', '', { optional: true }),
  };
  const dates = [
    on('2026-12-02', 'a', 'D406'),
    on('2026-12-21', 'b', 'D390'),
    on('2026-12-21', 'c', 'D177'),
    on('2026-12-31', 'a', 'D394'),
    on('2027-01-25', 'a', 'D112'),
  ];
  expect(answer({ duties, dates })).toEqual({
    kind: 'due',
    count: 2,
    forms: true,
    until: '2026-12-31',
    first: '2026-12-02',
    onFirst: 1,
  });
  const withoutForm = [on('2026-12-31', 'a'), ...dates];
  expect(answer({ duties, dates: withoutForm })).toMatchObject({ count: 3, forms: false });
});

test('a duty of the month whose day is announced is named, if it is the reader’s', () => {
  const diesel = { ...duty('diesel'), announced: { month: 12, by: 'APIA', act: 'you ask' } };
  const of = (answered: 'yes' | 'maybe' | 'no', now = today) =>
    answer({ duties: { diesel: concerned(answered, '') } }, { duties: [diesel], today: now });
  expect(of('yes')).toEqual({ kind: 'announced', month: '2026-12', act: 'you ask', by: 'APIA' });
  expect(of('maybe')).toMatchObject({ kind: 'none', possible: 0, open: true });
  expect(of('no')).toMatchObject({ kind: 'none', possible: 0, open: false });
  expect(of('yes', '2026-12-28')).toMatchObject({ month: '2027-01', open: false });
  const dates = [on('2026-12-21', 'diesel')];
  const both = answer({ duties: { diesel: concerned('yes', '') }, dates }, { duties: [diesel] });
  expect(both.kind).toBe('due');
});

test('nothing is certain while a duty of the month, or one without a day, may be the reader’s', () => {
  const duties = { open: concerned('maybe', '', { missing: ['vat'] }) };
  const of = (...days: string[]) => answer({ duties }, { duties: [duty('open', ...days)] });
  const december = { kind: 'none', month: '2026-12', open: false };
  expect(of('2026-12-31')).toMatchObject({ ...december, possible: 1, asks: true });
  expect(of()).toMatchObject({ possible: 0, open: true });
  expect(of('2027-03-31')).toMatchObject({ possible: 0, open: false });
  // The last days of a month are not passed over.
  expect(of('2026-11-30')).toMatchObject({ month: '2026-11', possible: 1 });
  const out = { out: concerned('no', '') };
  expect(answer({ duties: out }, { duties: [duty('out', '2026-12-31')] })).toMatchObject({
    possible: 0,
    open: false,
  });
  // A duty that begins with an event is no duty of the month.
  const event = { open: concerned('maybe', '', { event: only }) };
  const contract = { ...duty('open'), event: 'only if' };
  expect(answer({ duties: event }, { duties: [contract] })).toMatchObject({ open: false });
});

test('nor while an article may make something due, or a duty depends on an event or a choice', () => {
  const deadlines = [exampleDeadline('capital', '2026-12-18')];
  const missing = ['turnover:exact'];
  const articles = { capital: concerned('maybe', '', { missing }) };
  expect(answer({ articles }, { deadlines })).toMatchObject({ possible: 1, asks: true });
  const part = { 0: concerned('maybe', '', { missing }) };
  const ofEntry = { capital: concerned('yes', '', { entries: part }) };
  expect(answer({ articles: ofEntry }, { deadlines })).toMatchObject({ possible: 1, asks: true });
  const settled = { capital: concerned('maybe', '', { entries: { 0: concerned('no', '') } }) };
  expect(answer({ articles: settled }, { deadlines })).toMatchObject({ possible: 0 });
  expect(answer({}, { partly: true })).toMatchObject({ open: true });

  const duties = {
    b: concerned('yes', '', { event: only }),
    c: concerned('yes', '', { optional: true }),
  };
  const dates = [on('2026-12-21', 'b', 'D390'), on('2026-12-21', 'c', 'D177')];
  expect(answer({ duties, dates })).toMatchObject({ possible: 1, asks: false, choices: 1 });
});

test('no question is promised where none decides', () => {
  const missing = ['source', 'eur_rate', 'unsure:digital.nis2_entity'];
  const duties = { open: concerned('maybe', '', { missing }) };
  const shown = answer({ duties }, { duties: [duty('open', '2026-12-31')] });
  expect(shown).toMatchObject({ possible: 1, asks: false });
});

test('with everything decided, the next day is named; early in a month it is that month', () => {
  const duties = { a: concerned('yes', '') };
  const dates = [on('2027-03-31', 'a')];
  expect(answer({ duties, dates })).toEqual({
    kind: 'none',
    month: '2026-12',
    possible: 0,
    asks: false,
    choices: 0,
    open: false,
    next: '2027-03-31',
  });
  expect(answer({ duties, dates }, { today: '2026-12-03' })).toMatchObject({ month: '2026-12' });
  expect(answer({ duties, dates }, { today: '2026-12-28' })).toMatchObject({ month: '2027-01' });
});
