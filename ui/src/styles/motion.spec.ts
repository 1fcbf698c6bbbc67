import { expect, test } from 'vitest';
import { cssRules } from '../test/css-rules.ts';
import { sources } from '../test/sources.ts';

const rules = cssRules();
const time = /(?<![\w-])[\d.]+m?s\b/;

test('a time is spelled in tokens.css only, so that all of them are zero when motion is reduced', () => {
  const wrong = rules.flatMap(({ path, selector, declarations }) =>
    [...declarations]
      .filter(([name]) => /^(transition|animation)/.test(name))
      .filter(([, value]) => time.test(value) || !/var\(--time-|^none$/.test(value))
      .map(([name, value]) => `${path} ${selector} { ${name}: ${value} }`),
  );
  expect(wrong).toEqual([]);
});

test('every duration is zero under reduced motion', () => {
  const tokens = sources('styles/tokens.css')[0]?.text ?? '';
  const [normal = '', reduced = ''] = tokens.split('prefers-reduced-motion: reduce');
  const names = (text: string) => [...text.matchAll(/(--time-[\w-]+):\s*(\d+)ms/g)];
  expect(names(normal).length).toBeGreaterThan(0);
  expect(names(reduced).map(([, name, value]) => [name, value])).toEqual(
    names(normal).map(([, name]) => [name, '0']),
  );
});
