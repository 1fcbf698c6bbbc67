import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { KeptWords } from './kept-words.tsx';

test.each([
  ['Se aplică de la 1 ianuarie 2026.', ['1 ianuarie']],
  ['In force from 15 December 2025', ['15 December']],
  ['în cel mult 30 de zile', ['30 de zile']],
  ['within 30 days', ['30 days']],
  ['Monitorul Oficial, Partea I, nr. 1160 din 15 mai 2025', ['Partea I', 'nr. 1160', '15 mai']],
  ['cele 15 maimuțe', []],
  ['s-au plătit 45 lei', ['s-au', '45 lei']],
])('"%s" keeps %s on one line', (text, kept) => {
  const { container } = render(<KeptWords text={text} />);
  expect(container).toHaveTextContent(text);
  expect([...container.querySelectorAll('span')].map((span) => span.textContent)).toEqual(kept);
});
