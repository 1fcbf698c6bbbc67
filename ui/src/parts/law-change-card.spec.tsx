import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exampleArticle, exampleEntry } from '../test/example-article.ts';
import { renderApp } from '../test/render-app.tsx';
import { LawChangeCard } from './law-change-card.tsx';

test('a card without a day ahead keeps its weight in words and loses its colour', () => {
  const dated = (slug: string, day: Parameters<typeof exampleEntry>[0]) =>
    exampleArticle({ slug, title: slug, importance: 5, deadlines: [exampleEntry(day)] });
  const ahead = dated('ahead', { date: '2999-01-01', next_date: '2999-01-01', state: 'ahead' });
  const past = dated('past', { date: '2000-01-01', next_date: null, state: 'past' });
  renderApp({
    element: (
      <>
        <LawChangeCard article={ahead} today="2026-11-22" from={{}} />
        <LawChangeCard article={past} today="2026-11-22" from={{}} />
      </>
    ),
  });
  const [warm, cool] = screen.getAllByRole('article').map((card) => card.className);
  expect(warm).not.toBe(cool);
  expect(warm?.startsWith(cool ?? '-')).toBe(true);
  expect(screen.getAllByText('Urgent')).toHaveLength(2);
});
