import { expect, test } from 'vitest';
import { cssRules } from '../test/css-rules.ts';

test('no element has an estimated size, which would move the page under a finger', () => {
  const wrong = cssRules().filter(
    ({ declarations }) =>
      declarations.has('content-visibility') || declarations.has('contain-intrinsic-size'),
  );
  expect(wrong.map(({ path, selector }) => `${path} ${selector}`)).toEqual([]);
});
