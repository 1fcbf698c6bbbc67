import { expect, test } from 'vitest';
import type { ConcernDate, Deadline, Duty } from '../api/types.ts';
import { concerned, exampleReport } from '../test/example-concerns.ts';
import { byDate, type Due, dueIn, movedDays, type Sources } from './dues.ts';
import { isOpen, undatedOf } from './undated.ts';

const entry = (slug: string, changes: Partial<Deadline> = {}) =>
  ({
    id: `${slug}.1`,
    slug,
    kind: 'due',
    date: '2026-12-21',
    index: 0,
    what: slug,
    duties: [],
    ...changes,
  }) as Deadline;
const duty = (id: string, changes: object = {}) =>
  ({
    id,
    title: id,
    articles: [],
    recurs: { monthly: 25 },
    days: [
      {
        id: `duty.${id}`,
        date: '2026-12-21',
        nominal: '2026-12-25',
        shift_reason: 'december',
        period: '2026-11',
      },
    ],
    ...changes,
  }) as unknown as Duty;
const sources = (changes: Partial<Sources>): Sources => ({
  month: '2026-12',
  today: '2026-11-26',
  deadlines: [],
  duties: [],
  report: undefined,
  follows: () => false,
  names: [],
  terms: {},
  ...changes,
});
const line = (changes: Partial<ConcernDate>): ConcernDate => ({
  date: '2026-12-21',
  form: null,
  what: 'x',
  ...changes,
});
const only = { event: { ro: 'numai dacă', en: 'only if' } };
const shown = (dues: Due[]) => dues.map(({ form, words, kind }) => [form ?? words, kind]);

test('one form with two reasons is one label with both', () => {
  const both = ['work', 'rooms'].map((id) =>
    duty(id, { form: 'D212', short: `personal return, ${id}` }),
  );
  const confirm = { ro: 'confirmă', en: 'confirm' };
  const report = exampleReport({
    duties: {
      work: concerned('yes', 'because you work'),
      rooms: concerned('yes', 'because you let', { certain: false, verify: confirm }),
    },
    dates: ['work', 'rooms'].map((id) => line({ duty: id, form: 'D212' })),
  });
  const [due, ...rest] = dueIn(sources({ duties: both, report }));
  expect(rest).toEqual([]);
  expect(due?.words).toBe('personal return: work, rooms');
  expect(due?.concern).toMatchObject({
    certain: true,
    reason: { en: 'because you work; because you let' },
    verify: { ro: 'confirmă (personal return, rooms)', en: 'confirm (personal return, rooms)' },
  });
});

test('what is followed by name is due whatever the answers, once', () => {
  const report = exampleReport({
    duties: { rent: concerned('no', '') },
    articles: { no: concerned('no', ''), open: concerned('maybe', ''), other: concerned('no', '') },
  });
  const followed = ['duty.rent', 'no.1', 'open.1'];
  const dues = dueIn(
    sources({
      report,
      duties: [duty('rent', { form: 'D100', short: 'rent' })],
      deadlines: [entry('no'), entry('open'), entry('other')],
      follows: (day) => followed.includes(day),
    }),
  );
  expect(shown(dues)).toEqual([
    ['D100', 'followed'],
    ['no', 'followed'],
    ['open', 'followed'],
  ]);
});

test('an entry that is open stays away with the article that does not concern the reader', () => {
  const open = { entries: { 0: { answer: 'maybe' as const, certain: true, missing: ['source'] } } };
  const shownFor = (answer: 'yes' | 'no') =>
    shown(
      dueIn(
        sources({
          report: exampleReport({ articles: { saft: concerned(answer, '', open) } }),
          deadlines: [entry('saft')],
        }),
      ),
    );
  expect(shownFor('no')).toEqual([]);
  expect(shownFor('yes')).toEqual([['saft', 'maybe']]);
});

test('answers decide what is certain; what depends on an event or an answer stands apart', () => {
  const report = exampleReport({
    duties: {
      vat: concerned('yes', ''),
      dividends: concerned('yes', '', only),
      rent: concerned('yes', '', only),
      open: concerned('maybe', '', { missing: ['vat_cash'] }),
      chosen: concerned('yes', '', { optional: true }),
      other: concerned('no', ''),
    },
    articles: { mine: concerned('yes', ''), open: concerned('maybe', ''), no: concerned('no', '') },
    dates: [
      line({ duty: 'vat', form: 'D300' }),
      line({ duty: 'dividends', form: 'D100' }),
      line({ duty: 'rent', form: 'D100' }),
      line({ duty: 'chosen', form: 'D177' }),
      line({ article: 'mine', entry: 0, what: 'mine' }),
      line({ duty: 'vat', form: 'D300', date: '2027-01-25' }),
    ],
  });
  const duties = [
    duty('vat', { form: 'D300', short: 'VAT' }),
    duty('dividends', { form: 'D100', short: 'dividends' }),
    duty('rent', { form: 'D100', short: 'rent' }),
    duty('open', { form: 'D700' }),
    duty('chosen', { form: 'D177', optional: true }),
    duty('other', { form: 'D112' }),
  ];
  const deadlines = [
    entry('mine'),
    entry('open'),
    entry('open', { index: 1, id: 'open.2', duties: ['rent'] }),
    entry('no'),
    entry('mine', { kind: 'ends' }),
  ];
  const dues = dueIn(sources({ report, duties, deadlines }));
  expect(shown(dues)).toEqual([
    ['D300', 'certain'],
    ['D177', 'choice'],
    ['mine', 'certain'],
    ['D100', 'event'],
    ['D100', 'event'],
    ['D700', 'maybe'],
    ['open', 'maybe'],
  ]);
  expect(dues.map(({ words }) => words)).toContain('dividends');
  expect(dues[0]).toMatchObject({ period: '2026-11', nominal: '2026-12-25', reason: 'december' });
  expect(movedDays(dues)).toEqual([
    { nominal: '2026-12-25', date: '2026-12-21', reason: 'december' },
  ]);
});

test('an article and the duty of its day are one label, also before today', () => {
  const articles = [{ slug: 'about', title: 'about', lang: 'ro' }];
  const past = [{ id: 'p', date: '2026-12-02' }];
  const all = sources({
    today: '2026-12-10',
    duties: [duty('vat', { form: 'D300', articles, days: past })],
    deadlines: [entry('about', { date: '2026-12-02' }), entry('later')],
  });
  const report = exampleReport({
    today: '2026-12-10',
    duties: { vat: concerned('yes', '') },
    articles: { about: concerned('yes', ''), later: concerned('yes', '') },
    dates: [line({ article: 'later', entry: 0, what: 'later' })],
  });
  for (const one of [all, { ...all, report }]) {
    const days = byDate(dueIn(one));
    expect(days.map(({ date, dues }) => [date, dues.length])).toEqual([
      ['2026-12-02', 1],
      ['2026-12-21', 1],
    ]);
    expect(days[0]?.dues[0]?.deadlines).toHaveLength(1);
  }
});

test('everyone sees what depends on an event apart, and one label for a form', () => {
  const dues = dueIn(
    sources({
      duties: [
        duty('a', { form: 'D112', short: 'wages' }),
        duty('b', { form: 'D112', short: 'farmland', event: 'only if' }),
        duty('c', { form: 'D177', optional: true }),
      ],
      deadlines: [entry('transport', { event: 'for each transport' })],
    }),
  );
  expect(shown(dues)).toEqual([
    ['D112', 'certain'],
    ['D177', 'choice'],
    ['transport', 'event'],
  ]);
  expect(dues[0]?.words).toBe('wages, farmland');
});

test('a dated term is due on its last day, and what has no day keeps nothing from being certain', () => {
  const contract = duty('c168', {
    form: 'C168',
    recurs: undefined,
    days: [],
    within: { days: 30 },
  });
  const apia = duty('apia', { recurs: undefined, days: [] });
  const terms = { 'duty c168': { from: '2026-11-26', until: '2026-12-28' } };
  const [due] = dueIn(sources({ duties: [contract], terms }));
  expect(due).toMatchObject({ form: 'C168', date: '2026-12-28', from: '2026-11-26' });
  const lets = (answer: 'yes' | 'no') =>
    dueIn(
      sources({
        duties: [contract],
        terms,
        report: exampleReport({ duties: { c168: concerned(answer, '') } }),
      }),
    );
  expect(lets('yes')).toHaveLength(1);
  expect(lets('no'), 'the reader lets nothing any more').toEqual([]);

  const report = (answer: 'yes' | 'maybe' | 'no') =>
    exampleReport({ duties: { c168: concerned('yes', ''), apia: concerned(answer, '') } });
  const open = (answer: 'yes' | 'maybe' | 'no') =>
    isOpen(sources({ duties: [contract, apia], report: report(answer) }));
  expect([open('yes'), open('maybe'), open('no')]).toEqual([true, true, false]);
  const undated = (answer: 'yes' | 'no') =>
    undatedOf(sources({ duties: [contract, apia], report: report(answer) }));
  expect(undated('no')).toEqual({ events: [contract], others: [] });
  expect(undated('yes')).toEqual({ events: [contract], others: [apia] });
});

test('a label names the profiles that it is due for, or the one that may have to', () => {
  const report = exampleReport({
    duties: {
      vat: concerned('yes', '', { profile: 1 }),
      open: concerned('maybe', '', { profile: 1 }),
      followed: concerned('no', '', { profile: 0 }),
    },
    dates: [
      line({ duty: 'vat', form: 'D300', profiles: [0, 1] }),
      line({ duty: 'vat', form: 'D300', date: '2026-12-22', profiles: [1] }),
    ],
  });
  const duties = [duty('vat', { form: 'D300' }), duty('open'), duty('followed')];
  const follows = (day: string) => day === 'duty.followed';
  const whose = (names: string[]) =>
    dueIn(sources({ report, duties, names, follows })).map((due) => [due.duties[0]?.id, due.whose]);
  expect(whose(['Me', 'My firm'])).toEqual([
    ['vat', 'Me, My firm'],
    ['followed', ''],
    ['vat', 'My firm'],
    ['open', 'My firm'],
  ]);
  expect(whose([]).every(([, names]) => names === '')).toBe(true);
});
