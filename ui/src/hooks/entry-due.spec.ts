import { expect, test } from 'vitest';
import { monthOfDay } from '../api/plain-dates.ts';
import type { Deadline, Duty } from '../api/types.ts';
import { exampleArticle, exampleEntry } from '../test/example-article.ts';
import { concerned, exampleReport } from '../test/example-concerns.ts';
import { dateLines } from './date-lines.ts';
import { dueIn } from './dues.ts';
import { entryDue } from './entry-due.ts';

const date = '2026-12-21';
const only = { ro: 'numai dacă', en: 'only if' };
const duties = ['sure', 'chosen', 'vies', 'open'].map(
  (id) => ({ id, title: id, articles: [], days: [{ date }] }) as unknown as Duty,
);
const answers = {
  sure: concerned('yes', ''),
  chosen: concerned('yes', '', { optional: true }),
  vies: concerned('yes', '', { event: only }),
  open: concerned('maybe', ''),
};
const entry = (...of: string[]) => exampleEntry({ date, next_date: date, duties: of });

// Of an article alone; with a duty of the reader; with one that an answer decides.
test.each([
  ['certain', concerned('yes', ''), entry()],
  ['choice', concerned('yes', '', { optional: true }), entry()],
  ['event', concerned('yes', '', { event: only }), entry()],
  ['maybe', concerned('maybe', ''), entry()],
  ['certain', concerned('yes', '', { event: only }), entry('sure')],
  ['choice', concerned('yes', ''), entry('chosen')],
  ['event', concerned('yes', ''), entry('vies')],
  ['certain', concerned('maybe', ''), entry('sure')],
  ['maybe', concerned('maybe', ''), entry('open')],
] as const)(
  'an entry is %s on cards and articles as on Home and Deadlines',
  (kind, concern, one) => {
    const article = exampleArticle({ slug: 'article', deadlines: [one] });
    const of = one.duties ?? [];
    const ofArticle = { date, article: 'article', entry: 0, form: null, what: '' };
    const report = exampleReport({
      duties: Object.fromEntries(of.map((id) => [id, answers[id as keyof typeof answers]])),
      articles: { article: concern },
      dates: [
        ...of.filter((id) => id !== 'open').map((duty) => ({ date, duty, form: null, what: '' })),
        ...(concern.answer === 'yes' ? [{ ...ofArticle, ...(of[0] && { duty: of[0] }) }] : []),
      ],
    });
    const due = entryDue(article, one, report);
    expect(due.kind).toBe(kind);
    expect(due.event).toEqual(kind === 'event' ? only : undefined);

    const [label] = dueIn({
      month: monthOfDay(date),
      today: '2026-11-26',
      deadlines: [{ ...one, slug: 'article', index: 0, date, duties: of } as unknown as Deadline],
      duties,
      report,
      follows: () => false,
      names: [],
      terms: {},
    });
    expect(label?.kind).toBe(kind);
    const [line] = dateLines(report, duties);
    if (kind !== 'maybe') expect(line?.kind).toBe(kind);
  },
);

test('what is due to other readers is not due to this one', () => {
  const one = entry();
  const article = exampleArticle({ slug: 'article', deadlines: [one] });
  const report = exampleReport({ articles: { article: concerned('no', '') } });
  expect(entryDue(article, one, report)).toEqual({ kind: 'others', event: undefined });
});

test('without answers, and of what starts or ends, nothing is conditional', () => {
  const starts = exampleEntry({ kind: 'starts' });
  const article = exampleArticle({ slug: 'article', deadlines: [starts] });
  const report = exampleReport({ articles: { article: concerned('maybe', '') } });
  expect(entryDue(article, starts, report).kind).toBe('certain');
  expect(entryDue(article, exampleEntry(), undefined).kind).toBe('certain');
});

test('what starts or ends says that it may be the reader’s, where only an answer to it is missing', () => {
  const one = exampleEntry({ kind: 'ends', date, next_date: date });
  const article = exampleArticle({ slug: 'article', deadlines: [one] });
  const kindOf = (concern: ReturnType<typeof concerned>) =>
    entryDue(article, one, exampleReport({ articles: { article: concern } })).kind;
  const entries = { 0: concerned('maybe', '') };
  expect(kindOf(concerned('yes', '', { entries }))).toBe('maybe');
  expect(kindOf(concerned('yes', ''))).toBe('certain');
  expect(kindOf(concerned('maybe', ''))).toBe('certain');
});
