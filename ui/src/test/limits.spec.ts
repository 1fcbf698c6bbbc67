import { expect, test } from 'vitest';
import { sources } from './sources.ts';

test('the length of a field has a name: that of limits.gen.ts, if the server limits it', () => {
  const found = sources('.tsx')
    .filter(({ path }) => !path.includes('.spec.'))
    .filter(({ text }) => /maxLength=(\{\s*\d|"\d)/.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test('a text takes a limit and a number of days as a value', () => {
  const found = sources('.json')
    .filter(({ path }) => path.startsWith('i18n/locales/') && !path.endsWith('/landing.json'))
    .flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line.trim()}`))
    .filter((line) => /(at most|cel mult|1 to|1 până la) \d|\d (days|(de )?zile)/.test(line));
  expect(found).toEqual([]);
});
