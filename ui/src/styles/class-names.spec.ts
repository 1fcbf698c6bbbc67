import { expect, test } from 'vitest';
import { sources } from '../test/sources.ts';

const modules = new Map(
  sources('.module.css').map(({ path, text }) => {
    const own = text.replace(/\/\*[\s\S]*?\*\/|:global\((?:[^()]|\([^()]*\))*\)/g, '');
    return [path, new Set(own.match(/(?<=\.)[a-zA-Z][\w-]*(?=[^{};]*\{)/g))];
  }),
);

/** What each screen takes from the style sheets it imports; `all` for a computed name. */
const uses = sources('.ts', '.tsx').flatMap(({ path, text }) =>
  [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(
    ([, name = '', from = '']) => ({
      path,
      sheet: new URL(from, `file:///${path}`).pathname.slice(1),
      taken: text.match(new RegExp(`(?<=(?<![/-])\\b${name}(?:\\.|\\['))[\\w-]+`, 'g')) ?? [],
      all: new RegExp(`(?<![/-])\\b${name}(\\[[^']|[,;)}])`).test(text),
    }),
  ),
);

test('each class that a screen takes stands in its style sheet', () => {
  const unknown = uses.flatMap(({ path, sheet, taken }) =>
    taken.filter((name) => !modules.get(sheet)?.has(name)).map((name) => `${path} ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('each class of a style sheet is taken by a screen', () => {
  const unused = [...modules].flatMap(([sheet, names]) => {
    const users = uses.filter((use) => use.sheet === sheet);
    if (users.some(({ all }) => all)) return [];
    const taken = new Set(users.flatMap((use) => use.taken));
    return [...names].filter((name) => !taken.has(name)).map((name) => `${sheet} ${name}`);
  });
  expect(unused).toEqual([]);
});
