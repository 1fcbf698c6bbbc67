import { describe, expect, test } from 'vitest';
import { exampleArticle, exampleEntry } from '../test/example-article.ts';
import { concerned } from '../test/example-concerns.ts';
import { answerToEntry, daysUntil, mainEntry, momentOf, readersEntry } from './dated-entry.ts';
import type { EntryKind } from './types.ts';

const today = '2026-11-22';
const on = (date: string, next_date: string | null = date) => exampleEntry({ date, next_date });

describe('a dated entry', () => {
  test('counts days across months and summer time', () => {
    expect(daysUntil('2026-12-31', today)).toBe(39);
    expect(daysUntil('2026-11-22', today)).toBe(0);
    expect(daysUntil('2027-04-01', '2027-03-01')).toBe(31);
    expect(daysUntil('2026-11-20', today)).toBe(-2);
  });

  test('is ahead, today, past or without a day', () => {
    expect(momentOf(on('2026-12-31'), today)).toEqual({ state: 'ahead', date: '2026-12-31' });
    expect(momentOf(on(today), today)).toEqual({ state: 'today', date: today });
    expect(momentOf(on('2026-01-01', null), today)).toEqual({ state: 'past', date: '2026-01-01' });
    const { date: _, ...undated } = on('2026-01-01', null);
    expect(momentOf(undated, today)).toEqual({ state: 'undated' });
  });

  test('of a page from yesterday is past today', () => {
    expect(momentOf(on('2026-11-21'), today)).toEqual({ state: 'past', date: '2026-11-21' });
  });

  test('of several, the next one is shown, then a rule, then the last one', () => {
    const { date: _, ...rule } = exampleEntry({ rule: 'în 30 de zile', next_date: null });
    const [past, next, later] = [on('2026-01-01', null), on('2026-12-01'), on('2027-01-01')];
    expect(mainEntry([past, rule, later, next], today)).toBe(next);
    expect(mainEntry([past, rule], today)).toBe(rule);
    expect(mainEntry([on('2025-01-01', null), past], today)).toBe(past);
    expect(mainEntry([], today)).toBeUndefined();
  });

  test('what is due beats what starts, and that what ends, whichever is sooner', () => {
    const of = (kind: EntryKind, date: string) => exampleEntry({ kind, date, next_date: date });
    const [due, starts, ends] = [
      of('due', '2027-12-18'),
      of('starts', '2027-03-31'),
      of('ends', '2026-12-31'),
    ];
    expect(mainEntry([ends, starts, due], today)).toBe(due);
    expect(mainEntry([ends, starts], today)).toBe(starts);
  });

  test('of an article is the reader’s, and may be one that an answer still decides', () => {
    const [others, own] = [on('2026-12-01'), on('2027-05-25')];
    const article = exampleArticle({ deadlines: [others, own] });
    const no = concerned('no', '');
    const concern = concerned('maybe', '', { entries: { 0: no } });
    expect(readersEntry(article, undefined, today)).toBe(others);
    expect(readersEntry(article, concern, today)).toBe(own);
    expect(answerToEntry(article, own, concern)).toBe('maybe');
    const sure = concerned('yes', '', { entries: { 0: concerned('maybe', '') } });
    expect(readersEntry(article, sure, today)).toBe(own);
    expect(answerToEntry(article, others, concern)).toBe('no');
  });

  test('of an article with no day of the reader’s is when the rule applies; of one of others, theirs', () => {
    const article = exampleArticle({ deadlines: [on('2026-12-01')], applies_from: '2026-01-01' });
    const entries = { 0: concerned('no', '') };
    const shown = readersEntry(article, concerned('yes', '', { entries }), today);
    expect(shown).toMatchObject({ kind: 'starts', date: '2026-01-01' });
    expect(readersEntry(article, concerned('no', ''), today)).toBe(article.deadlines[0]);
  });
});
