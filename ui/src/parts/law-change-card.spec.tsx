import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cssRules } from '../test/css-rules.ts';
import { exampleArticle, exampleEntry } from '../test/example-article.ts';
import { renderApp } from '../test/render-app.tsx';
import { toneClass } from '../ui/tone.ts';
import { LawChangeCard } from './law-change-card.tsx';

test('a badge has the colour of its level, also when no day is ahead', () => {
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
  const cards = screen.getAllByRole('article');
  for (const card of cards) {
    const badge = within(card).getByRole('button', { name: /Urgent/ });
    for (const element of [card, badge]) expect(element).toHaveClass(toneClass(5) ?? '');
  }
  expect(cards).toHaveLength(2);
});

test('the name of a profile is cut before the reason is', () => {
  const name = 'Întreprinderea-mea-familială-de-la-munte';
  const reason = `<who>${name}</who>: fiindcă ai salariați`;
  renderApp({
    element: (
      <LawChangeCard article={exampleArticle()} today="2026-11-22" from={{}} reason={reason} />
    ),
  });
  const shown = screen.getByText(name);
  expect(shown.parentElement).toHaveTextContent(`${name}: fiindcă ai salariați`);
  const rule = cssRules().find(
    ({ path, selector }) =>
      path.endsWith('law-change-card.module.css') && selector === `.${shown.className}`,
  );
  expect(rule?.declarations).toEqual(
    new Map([
      ['display', 'inline-block'],
      ['max-width', '40%'],
      ['overflow', 'hidden'],
      ['text-overflow', 'ellipsis'],
      ['vertical-align', 'bottom'],
    ]),
  );
});
