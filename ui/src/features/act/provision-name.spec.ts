import { expect, test } from 'vitest';
import { followable, holds, provisionName } from './provision-name.ts';

test('what a reader types names one provision in one spelling', () => {
  for (const [typed, name] of [
    ['art. 120', 'art. 120'],
    ['120', 'art. 120'],
    ['Articolul 97¹ alineatul (2)', 'art. 97^1 alin. (2)'],
    ['art 7, lit. f^1)', 'art. 7 lit. f^1)'],
    ['art. 291 alin. 2 lit. M) pct. 3', 'art. 291 alin. (2) lit. m) pct. 3'],
    ['art. 5-7', undefined],
    ['capitolul II', undefined],
    ['', undefined],
  ] as const) {
    expect(provisionName(typed), typed).toBe(name);
  }
});

test('the part of a place that can be followed ends before words without a number', () => {
  expect(followable('art. 8^1 partea introductivă')).toBe('art. 8^1');
  expect(followable('art. 7 lit. f^1)')).toBe('art. 7 lit. f^1)');
  expect(followable('anexa nr. 3 pct. 2')).toBe('anexa nr. 3 pct. 2');
  expect(followable('cap. II')).toBeUndefined();
});

test('a place holds its parts and no neighbour', () => {
  expect(holds('art. 12', 'art. 12 alin. (1)')).toBe(true);
  expect(holds('art. 12', 'art. 120')).toBe(false);
  expect(holds('art. 12', 'art. 12^1')).toBe(false);
});
