import { expect, test } from 'vitest';
import { cssRules } from '../test/css-rules.ts';
import { sources } from '../test/sources.ts';

/* What the library of our menus and lists sets on their elements. */
const ofLibrary = ['--anchor-width', '--available-height', '--transform-origin'];

test('every variable of a style sheet is set somewhere', () => {
  const rules = cssRules();
  const set = new Set([
    ...ofLibrary,
    ...rules.flatMap(({ declarations }) => [...declarations.keys()]),
    ...sources('.ts', '.tsx').flatMap(({ text }) => text.match(/(?<=['"`])--[\w-]+/g) ?? []),
  ]);
  const unknown = rules.flatMap(({ path, selector, declarations }) =>
    [...declarations.values()]
      .flatMap((value) => value.match(/(?<=var\()--[\w-]+/g) ?? [])
      .filter((name) => !set.has(name))
      .map((name) => `${path} ${selector} ${name}`),
  );
  expect(unknown).toEqual([]);
});
