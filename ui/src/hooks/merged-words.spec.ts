import { expect, test } from 'vitest';
import { mergedWords } from './merged-words.ts';

test.each([
  [['declarația unică, PFA', 'declarația unică, chirii'], 'declarația unică: PFA, chirii'],
  [['declarația unică, PFA', 'declarația unică, PFA'], 'declarația unică, PFA'],
  [['TVA', 'TVA, lunar'], 'TVA; TVA, lunar'],
  [
    ['declarația unică, PFA', 'sănătate, restul de 75%', 'declarația unică, chirii'],
    'declarația unică: PFA, chirii; sănătate, restul de 75%',
  ],
  [
    ['declarația unică, PFA', 'sănătate, restul de 75%'],
    'declarația unică, PFA; sănătate, restul de 75%',
  ],
  [['salarii', 'arendă'], 'salarii, arendă'],
  [['un cuvânt'], 'un cuvânt'],
  [[], ''],
])('%j are one line', (words, line) => {
  expect(mergedWords(words)).toBe(line);
});
