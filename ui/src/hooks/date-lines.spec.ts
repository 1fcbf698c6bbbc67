import { expect, test } from 'vitest';
import { concerned, exampleReport } from '../test/example-concerns.ts';
import { byDay, dateLines } from './date-lines.ts';

const duty = (id: string, ...slugs: string[]) => ({
  id,
  articles: slugs.map((slug) => ({ slug, title: slug, lang: 'ro' as const })),
});
const on = (date: string, changes: object) => ({ date, form: null, what: 'x', ...changes });
const only = { ro: 'numai dacă', en: 'only if' };

test('duties with one form on a day, and the article about them, are one line', () => {
  const report = exampleReport({
    duties: { rent: concerned('yes', ''), author: concerned('yes', '') },
    dates: [
      on('2027-05-25', { duty: 'rent', form: 'D212', what: 'rents' }),
      on('2027-05-25', { article: 'new-tax', entry: 0, what: 'the return' }),
      on('2027-05-25', { duty: 'author', form: 'D212', what: 'copyright' }),
    ],
  });
  const lines = dateLines(report, [duty('rent', 'new-tax'), duty('author')]);
  expect(lines).toMatchObject([
    {
      form: 'D212',
      what: ['rents', 'copyright'],
      duties: ['rent', 'author'],
      articles: ['new-tax'],
    },
  ]);
});

test('a date that names its duty and its article is one line, also without a form', () => {
  const report = exampleReport({
    dates: [on('2027-03-31', { duty: 'building-tax', article: 'new-tax', entry: 2 })],
  });
  expect(dateLines(report, [duty('building-tax')])).toMatchObject([
    { duties: ['building-tax'], articles: ['new-tax'] },
  ]);
});

test('two periods of one form, and another day, are lines of their own', () => {
  const report = exampleReport({
    dates: [
      on('2026-12-02', { duty: 'd394', form: 'D394' }),
      on('2026-12-02', { duty: 'd394', form: 'D394' }),
      on('2026-11-30', { article: 'other', entry: 1 }),
    ],
  });
  const lines = dateLines(report, [duty('d394', 'other')]);
  expect(lines.map(({ date }) => date)).toEqual(['2026-11-30', '2026-12-02', '2026-12-02']);
  expect(byDay(lines).map((day) => day.lines.length)).toEqual([1, 2]);
});

test('a form about a quarter and the same form about a month are two lines, each as it is due', () => {
  const days = (period: string) => ({ days: [{ id: 'd', date: '2027-01-25', period }] });
  const report = exampleReport({
    duties: { micro: concerned('yes', ''), rent: concerned('yes', '', { event: only }) },
    dates: ['micro', 'rent', 'staff'].map((id) => on('2027-01-25', { duty: id, form: 'D100' })),
  });
  const duties = [
    { ...duty('micro'), ...days('2026-Q4') },
    { ...duty('rent'), ...days('2026-12') },
    { ...duty('staff'), ...days('2026-Q4') },
  ];
  const lines = dateLines(report, duties as never);
  expect(lines.map(({ duties: of, period, kind }) => [of, period, kind])).toEqual([
    [['micro', 'staff'], '2026-Q4', 'certain'],
    [['rent'], '2026-12', 'event'],
  ]);
});

test('a line is conditional only if all its sources are, and each event has its own', () => {
  const other = { ro: 'alta', en: 'other' };
  const report = exampleReport({
    duties: {
      vies: concerned('yes', '', { event: only }),
      rent: concerned('yes', '', { event: other }),
      sure: concerned('yes', ''),
      chosen: concerned('yes', '', { optional: true }),
    },
    dates: [
      on('2026-12-21', { duty: 'vies', form: 'D100' }),
      on('2026-12-21', { duty: 'rent', form: 'D100' }),
      on('2026-12-22', { duty: 'vies', form: 'D100' }),
      on('2026-12-22', { duty: 'sure', form: 'D100' }),
      on('2026-12-23', { duty: 'chosen', form: 'D177' }),
    ],
  });
  const lines = dateLines(report, []).map(({ duties, kind, event }) => [duties, kind, event]);
  expect(lines).toEqual([
    [['vies'], 'event', only],
    [['rent'], 'event', other],
    [['vies', 'sure'], 'certain', undefined],
    [['chosen'], 'choice', undefined],
  ]);
});

test('one form of two profiles is two returns; one duty of both is one line', () => {
  const report = exampleReport({
    dates: [
      on('2027-05-25', { duty: 'rent', form: 'D212', profiles: [0] }),
      on('2027-05-25', { duty: 'author', form: 'D212', profiles: [1] }),
      on('2027-05-25', { duty: 'pension', form: 'D212', profiles: [1] }),
      on('2027-05-25', { duty: 'building', profiles: [0, 1] }),
      on('2027-05-25', { article: 'about-rent', entry: 0, profiles: [1] }),
    ],
  });
  const lines = dateLines(report, [duty('rent', 'about-rent')]);
  expect(lines.map(({ duties, profiles }) => [duties.join(), profiles])).toEqual([
    ['rent', [0]],
    ['author,pension', [1]],
    ['building', [0, 1]],
    ['', [1]],
  ]);
});

test('a line has the few words of its form, and the period that its form is about', () => {
  const report = exampleReport({
    dates: [
      on('2026-12-02', { duty: 'd394', form: 'D394', what: 'the statement' }),
      on('2026-12-30', { duty: 'd394', form: 'D394', what: 'the statement' }),
      on('2026-12-31', { duty: 'tax', what: 'the tax' }),
    ],
  });
  const monthly = {
    ...duty('d394'),
    form: 'D394',
    short: 'sales',
    recurs: { monthly: 30 },
    days: [
      { id: 'd394.1', date: '2026-12-02', nominal: '2026-11-30', period: '2026-10' },
      { id: 'd394.2', date: '2026-12-30', period: '2026-11' },
    ],
  };
  expect(dateLines(report, [monthly, duty('tax')])).toMatchObject([
    { what: ['sales'], period: '2026-10' },
    { what: ['sales'], period: '2026-11' },
    { what: ['the tax'], period: undefined },
  ]);
});

test('a line of several duties names their period', () => {
  const date = '2027-01-25';
  const report = exampleReport({
    duties: { micro: concerned('yes', ''), dividends: concerned('yes', '', { event: only }) },
    dates: [
      on(date, { duty: 'micro', form: 'D100', what: 'micro' }),
      on(date, { duty: 'dividends', form: 'D100', what: 'dividends' }),
    ],
  });
  const of = (micro: string, dividends: string) => {
    const dated = (id: string, period: string) => ({
      ...duty(id),
      days: [{ id, date, nominal: date, period }],
    });
    return dateLines(report, [dated('micro', micro), dated('dividends', dividends)])[0]?.period;
  };
  expect(of('2026-12', '2026-12')).toBe('2026-12');
});
