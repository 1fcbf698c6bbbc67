import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { exampleArticle, exampleEntry } from '../../test/example-article.ts';
import { concerned, exampleReport } from '../../test/example-concerns.ts';
import { renderApp } from '../../test/render-app.tsx';
import { InShort } from './in-short.tsx';
import { readerPart } from './reader-part.ts';

const today = '2026-11-22';
const rows = () =>
  screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
    .map((text) => text.replaceAll('\u00a0', ' '));

function show(changes: Parameters<typeof exampleArticle>[0] = {}, done: string[] = []) {
  renderApp({
    element: <InShort article={exampleArticle(changes)} today={today} done={done} />,
  });
}

describe('the "in short" box', () => {
  afterEach(() => vi.restoreAllMocks());

  test('says by when, what first, what changes and for whom', () => {
    show({ deadlines: [exampleEntry({ date: '2026-12-31', next_date: '2026-12-31' })] });
    const box = within(screen.getByRole('region', { name: 'In short' }));
    expect(box.getByText('Se schimbă ceva.')).toBeVisible();
    expect(rows()).toEqual([
      'By when: 31 December 202639 days leftdeclarația unică',
      'First step: Verifică.',
      'What changes: Se schimbă ceva.',
      'For whom: proprietari',
    ]);
  });

  test('by the answers, it has the next due date after the first, and not for whom', () => {
    const deadlines = [
      exampleEntry({ date: '2026-12-31', next_date: '2026-12-31', what: 'first' }),
      exampleEntry({ date: '2027-02-01', next_date: '2027-02-01', what: 'of others' }),
      exampleEntry({ date: '2027-05-25', next_date: '2027-05-25', what: 'second' }),
      exampleEntry({ kind: 'starts', date: '2027-01-01', next_date: '2027-01-01' }),
    ];
    const article = exampleArticle({ deadlines });
    const reportOf = (concern: ReturnType<typeof concerned>) =>
      exampleReport({ articles: { [article.slug]: concern } });
    const part = readerPart(
      article,
      reportOf(concerned('yes', '', { entries: { 1: concerned('no', '') } })),
    );
    renderApp({ element: <InShort article={article} today={today} done={[]} part={part} /> });
    expect(rows()[1]).toMatch(/^Then: 25 May 2027second/);
    expect(rows().join()).not.toMatch(/For whom|of others/);
    expect(readerPart(article, reportOf(concerned('no', ''))).afterwards(today)).toBeUndefined();
    expect(readerPart(article, undefined).afterwards(today)).toBeUndefined();
  });

  test.each([
    [
      concerned('yes', '', { event: { ro: 'numai dacă', en: 'only if you sell' } }),
      /Only if you sell/,
    ],
    [concerned('maybe', ''), /May concern you/],
  ])('what only may be due says so, and no time is left: %j', (concern, words) => {
    const deadlines = [exampleEntry({ date: '2026-12-31', next_date: '2026-12-31' })];
    const article = exampleArticle({ deadlines });
    const part = readerPart(article, exampleReport({ articles: { [article.slug]: concern } }));
    renderApp({ element: <InShort article={article} today={today} done={[]} part={part} /> });
    expect(rows()[0]).toMatch(words);
    expect(rows()[0]).not.toMatch(/days left/);
  });

  test.each([
    [
      exampleEntry({ kind: 'starts', date: '2027-01-01', next_date: '2027-01-01' }),
      /^From: 1 January 2027decl/,
    ],
    [
      exampleEntry({ kind: 'ends', date: '2027-01-01', next_date: '2027-01-01' }),
      /^Ends on: 1 January 2027decl/,
    ],
    [exampleEntry({ date: '2026-06-05', next_date: null }), /^By when: 5 June 2026deadline missed/],
    [
      exampleEntry({ kind: 'starts', date: '2026-01-01', next_date: null }),
      /^From: 1 January 2026declarația unică$/,
    ],
  ])('its words follow the kind: %j', (entry, words) => {
    show({ deadlines: [entry] });
    expect(rows()[0]).toMatch(words);
  });

  test('without dated entries it says from when the rule applies', () => {
    show({ deadlines: [], in_force_date: '2026-01-01', applies_from: '2027-01-01' });
    expect(rows()[0]).toMatch(/^From: 1 January 2027/);
  });

  test('without words for whom it names the roles', () => {
    show({ audience: [], roles: ['landlord', 'company'] });
    expect(rows()).toContain('For whom: Landlords, Companies');
  });

  test('its step is the next one that is not done', () => {
    show({}, ['verifica']);
    expect(rows()[1]).toBe('Next step: Depune.');
  });

  test('and none when all are done', () => {
    show({}, ['verifica', 'depune']);
    expect(rows()[1]).toBe('Your steps: You have done them all.');
  });
});
