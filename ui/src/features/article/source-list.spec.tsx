import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Source } from '../../api/types.ts';
import { exampleArticle } from '../../test/example-article.ts';
import { renderApp } from '../../test/render-app.tsx';
import { SourceList } from './source-list.tsx';

const source = (host: string, official = false) =>
  ({ url: `https://${host}/`, host, official }) as Source;

function show(...sources: Source[]) {
  renderApp({ element: <SourceList article={exampleArticle({ sources })} /> });
  const isFolded = (link: HTMLElement) => link.closest('details') !== null;
  const links = screen.getAllByRole('link', { hidden: true });
  return links.map((link) => [link.textContent?.split(',')[0], isFolded(link)]);
}

test('several secondary sources are folded away, official ones never', () => {
  expect(show(source('a.ro'), source('b.ro'), source('lege.ro', true))).toEqual([
    ['lege.ro', false],
    ['a.ro', true],
    ['b.ro', true],
  ]);
  expect(screen.getByText('2 more sources')).toBeVisible();
});

test('without an official source the first one is in sight, and one more is not folded', () => {
  expect(show(source('a.ro'), source('b.ro'), source('c.ro'))[0]).toEqual(['a.ro', false]);
  expect(show(source('d.ro'), source('e.ro')).slice(-2)).toEqual([
    ['d.ro', false],
    ['e.ro', false],
  ]);
});
