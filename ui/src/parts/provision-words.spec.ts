import { expect, test } from 'vitest';
import { provisionWords } from './provision-words.ts';

test('the number of an inserted provision is raised, other signs stay', () => {
  expect(provisionWords('art. 195^1 alin. (2) lit. f^12)')).toBe('art. 195¹ alin. (2) lit. f¹²)');
  expect(provisionWords('m^a, 5 ^ 3')).toBe('m^a, 5 ^ 3');
});
