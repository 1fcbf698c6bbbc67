import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/* Fields of digits, codes and names of provisions, whose lengths only the UI limits. */
const own = [
  'features/act/follow-provision.tsx',
  'features/desk/conditions/fact-test.tsx',
  'features/questions/number-field.tsx',
  'features/sign-in/page-fields.tsx',
  'features/sign-in/pages/phone-pages.tsx',
  'parts/add-factor.tsx',
  'parts/phone/phone-code-form.tsx',
  'parts/second-step.tsx',
];

test('the length of a text that the server limits is in limits.gen.ts only', () => {
  const found = sources('.tsx')
    .filter(({ path }) => !path.includes('.spec.') && !own.includes(path))
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
