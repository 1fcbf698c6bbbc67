import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { CitationLinks } from './cited-words.tsx';
import { Markdown } from './markdown.tsx';

const links = [
  { text: 'Legea nr. 31/1990', to: '/act/lege-31-1990' },
  { text: 'Codul fiscal', to: '/act/lege-227-2015' },
];

function show(text: string) {
  render(
    <MemoryRouter>
      <CitationLinks value={links}>
        <Markdown text={text} />
      </CitationLinks>
    </MemoryRouter>,
  );
  return screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
}

test('each citation leads to its act, also inside emphasis', () => {
  expect(show('**Legea nr. 31/1990** și Codul fiscal, apoi Codul fiscal.')).toEqual([
    ['Legea nr. 31/1990', '/act/lege-31-1990'],
    ['Codul fiscal', '/act/lege-227-2015'],
    ['Codul fiscal', '/act/lege-227-2015'],
  ]);
});

test('a longer number or word and the words of a link are left alone', () => {
  expect(show('Legea nr. 31/19901, Codul fiscalizat, [Codul fiscal](https://a.ro/)')).toEqual([
    ['Codul fiscal', 'https://a.ro/'],
  ]);
});
