import { expect, test } from 'vitest';
import { exampleArticle } from '../test/example-article.ts';
import { inShortText } from './in-short-text.ts';

function explained(simple_explanation: string) {
  const { in_short: _, ...article } = exampleArticle({ simple_explanation });
  return inShortText(article);
}

test('an article without a sentence has the beginning of its explanation', () => {
  expect(explained('Primul **alineat**.\n\nAl doilea.')).toBe('Primul alineat. Al doilea.');
  const text = explained(`Primul **alineat**, ${'lung '.repeat(60)}.\n\nAl doilea.`);
  expect(text).toMatch(/^Primul alineat, lung .*lung…$/);
  expect(text.length).toBeLessThanOrEqual(201);
});

test('the text is cut between words, and letters count as one', () => {
  expect(explained(`${'a'.repeat(150)}, ${'b'.repeat(60)}`)).toBe(`${'a'.repeat(150)}…`);
  expect(explained('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`);
  expect(explained('🌳'.repeat(200))).toBe('🌳'.repeat(200));
});
