import { describe, expect, test } from 'vitest';
import { reasonFor } from '../../hooks/interest.ts';
import { exampleArticle, exampleEntry } from '../../test/example-article.ts';
import { concerned } from '../../test/example-concerns.ts';
import { changesOf, dutiesOf, nearOf } from './duties.ts';
import { groupsOf } from './groups.ts';

const today = '2026-11-22';
const due = (date: string | null, changes = {}) =>
  exampleEntry({ date: date ?? undefined, next_date: date, ...changes } as never);

function article(slug: string, deadlines = [due('2026-12-31')], changes = {}) {
  return exampleArticle({ slug, deadlines, ...changes });
}

describe('duties', () => {
  test('come by day, then by importance, and what has passed is gone', () => {
    const duties = dutiesOf(
      [
        article('late', [due('2027-02-26')]),
        article('minor', [due('2026-12-31')], { importance: 2 }),
        article('urgent', [due('2026-12-31'), due('2026-11-21')], { importance: 5 }),
        article('now', [due('2026-11-22')]),
      ],
      today,
    );
    expect(duties.map((duty) => duty.article.slug)).toEqual(['now', 'urgent', 'minor', 'late']);
  });

  test('a term that the reader begins comes last, a rule in words is none', () => {
    const term = exampleEntry({ within: { days: 30 }, rule: 'de la semnare', next_date: null });
    const words = exampleEntry({ rule: 'permanent', next_date: null });
    const { date: _, ...undated } = term;
    const { date: __, ...permanent } = words;
    const duties = dutiesOf([article('a', [permanent, undated, due('2026-12-01')])], today);
    expect(duties.map(({ date }) => date)).toEqual(['2026-12-01', undefined]);
    expect(nearOf(duties, today)).toBe(1);
  });

  test('starts and ends are no duties', () => {
    const list = [article('a', [due('2027-01-01', { kind: 'starts' })])];
    expect(dutiesOf(list, today)).toEqual([]);
    expect(changesOf(list, today)).toHaveLength(1);
  });

  test('those within 60 days are near', () => {
    const days = ['2026-11-25', '2027-01-21', '2027-01-22'].map((day) => due(day));
    expect(nearOf(dutiesOf([article('a', days)], today), today)).toBe(2);
  });
});

describe('groups', () => {
  test('new, ahead and in force, each in its order', () => {
    const start = [due('2027-01-01', { kind: 'starts' })];
    const { fresh, ahead, inForce } = groupsOf(
      [
        article('old-minor', [], { importance: 2 }),
        article('old-urgent', [due('2023-01-01', { next_date: null })], { importance: 5 }),
        article('new', []),
        article('second', start, { importance: 5 }),
        article('first', [due('2026-12-31')], { importance: 1 }),
        article('applies-later', [], { applies_from: '2026-12-01' }),
      ],
      (slug) => slug === 'new',
      today,
    );
    const slugs = (list: typeof fresh) => list.map(({ slug }) => slug);
    expect(slugs(fresh)).toEqual(['new']);
    expect(slugs(ahead)).toEqual(['applies-later', 'first', 'second']);
    expect(slugs(inForce)).toEqual(['old-urgent', 'old-minor']);
  });

  test('what concerns every private person comes after what is the reader’s own', () => {
    const { ahead } = groupsOf(
      [
        article('everyone', [due('2026-12-02')], { importance: 5 }),
        article('own', [due('2027-05-25')], { importance: 1 }),
      ],
      () => false,
      today,
      { everyone: concerned('yes', '', { everyone: true }) },
    );
    expect(ahead.map(({ slug }) => slug)).toEqual(['own', 'everyone']);
  });

  test('articles of one day and importance keep the order of arrival', () => {
    const { inForce } = groupsOf(
      ['zzz', 'aaa'].map((slug) => article(slug, [])),
      () => false,
      today,
    );
    expect(inForce.map(({ slug }) => slug)).toEqual(['zzz', 'aaa']);
  });
});

test('the reason of a card: its topic, a domain, a tracked law, a bookmark or a notification', () => {
  const nothing = { topics: [], bookmarks: [], tracked: [], notified: [] };
  const one = exampleArticle({
    slug: 'a',
    topic: 'inchirieri',
    domains: ['Închirieri'],
    domain_keys: ['inchirieri'],
  });
  expect(reasonFor(one, nothing)).toBeUndefined();
  expect(reasonFor(one, { ...nothing, topics: ['inchirieri'] })).toEqual({
    kind: 'topic',
    id: 'inchirieri',
  });
  expect(reasonFor(one, { ...nothing, topics: ['domain:inchirieri'] })).toEqual({
    kind: 'domain',
    id: 'Închirieri',
  });
  expect(reasonFor(one, { ...nothing, tracked: ['a'], bookmarks: ['a'] })?.kind).toBe('tracked');
  expect(reasonFor(one, { ...nothing, bookmarks: ['a'], notified: ['a'] })?.kind).toBe('saved');
  expect(reasonFor(one, { ...nothing, notified: ['a'] })?.kind).toBe('notified');
});

test('days that the answers leave to others are none of the reader’s changes', () => {
  const starts = (date: string) => due(date, { kind: 'starts' });
  const tax = article('tax', [starts('2027-01-01'), starts('2027-03-01')]);
  const no = { answer: 'no' as const, certain: true, missing: [] };
  const of = (entries: object) => ({ tax: concerned('yes', '', { entries } as never) });
  const days = (entries: object) => changesOf([tax], today, of(entries)).map(({ date }) => date);
  expect(days({})).toEqual(['2027-01-01', '2027-03-01']);
  expect(days({ 0: no })).toEqual(['2027-03-01']);
  expect(days({ 0: no, 1: { ...no, answer: 'maybe' } })).toEqual([]);
  const { ahead, inForce } = groupsOf([tax], () => false, today, of({ 0: no, 1: no }));
  expect([ahead.length, inForce.length]).toEqual([0, 1]);
});
