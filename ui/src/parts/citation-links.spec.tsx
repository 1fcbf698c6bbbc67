import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../test/render-app.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { CitationLinks } from './citation-links.tsx';

const citations = [
  { text: 'Legea nr. 31/1990', act: 'lege-31-1990' },
  { text: 'Codul fiscal', act: 'lege-227-2015' },
];

function show(text: string) {
  const element = (
    <CitationLinks citations={citations}>
      <Markdown text={text} />
    </CitationLinks>
  );
  renderApp({ at: '/app?lang=ro', element });
  return screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
}

test('each citation leads to its act, also inside emphasis', () => {
  expect(show('**Legea nr. 31/1990** și Codul fiscal, apoi Codul fiscal.')).toEqual([
    ['Legea nr. 31/1990', '/act/lege-31-1990?lang=ro'],
    ['Codul fiscal', '/act/lege-227-2015?lang=ro'],
    ['Codul fiscal', '/act/lege-227-2015?lang=ro'],
  ]);
});

test('a longer number or word and the words of a link are left alone', () => {
  expect(show('Legea nr. 31/19901, Codul fiscalizat, [Codul fiscal](https://a.ro/)')).toEqual([
    ['Codul fiscal', 'https://a.ro/'],
  ]);
});
