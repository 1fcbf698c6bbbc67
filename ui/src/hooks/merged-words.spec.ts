import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mergedWords } from './merged-words.ts';

/* Calendars and mails, which the server writes, are tested with the same cases. */
const cases = JSON.parse(readFileSync('../src/core/domain/form_line/words.json', 'utf8')) as Array<{
  words: string[];
  line: string;
}>;

test.each(cases)('$words are one line', ({ words, line }) => {
  expect(mergedWords(words)).toBe(line);
});
