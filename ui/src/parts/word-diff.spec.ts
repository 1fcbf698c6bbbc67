import { expect, test } from 'vitest';
import { wordDiff } from './word-diff.ts';

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join('');

test.each([
  ['Cota este 10%.', 'Cota este 16%.', 'Cota este [-10%.-]{+16%.+}'],
  [
    'Plătești până la 25 mai.',
    'Plătești până la 30 iunie.',
    'Plătești până la [-25 mai.-]{+30 iunie.+}',
  ],
  ['Unu.', 'Unu. Doi.', 'Unu.{+ Doi.+}'],
  ['', 'Nou', '{+Nou+}'],
  ['Vechi', '', '[-Vechi-]'],
  ['La fel', 'La fel', 'La fel'],
  ['', '', ''],
])('%j became %j', (before, after, expected) => expect(shown(before, after)).toBe(expected));

test('a diff holds both texts', () => {
  const before = 'Primul rând.\nAl doilea rând are 5 lei.\n\nUltimul.';
  const after = 'Primul rând, schimbat.\nAl doilea rând are 7 lei și dobândă.\nUltimul.';
  const runs = wordDiff(before, after);
  const without = (kind: string) => runs.filter((run) => run.kind !== kind).map((run) => run.text);
  expect(without('added').join('')).toBe(before);
  expect(without('removed').join('')).toBe(after);
});

test('very long texts are compared by lines in bounded memory', () => {
  const long = (word: string) => `${'rând lung '.repeat(3000)}\n${word}\n`;
  expect(wordDiff(long('unu'), long('doi')).map(({ kind }) => kind)).toEqual([
    'same',
    'removed',
    'added',
  ]);
});
