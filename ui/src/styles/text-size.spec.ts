import { expect, test } from 'vitest';
import { cssRules } from '../test/css-rules.ts';

/** Smallest text, in rem: 14 px with the browser's default. */
const smallest = 0.875;
/* The letters in the smallest avatar: a picture that stands beside the reader's name. */
const pictures = ['ui/avatar.module.css .initials'];

test('no text is smaller than 14 px', () => {
  const small = cssRules().flatMap(({ path, selector, declarations }) =>
    [...declarations]
      .filter(([name]) => name === 'font-size' || /^--size-(?!icon)/.test(name))
      .map(([name, value]) => ({ name, rem: /^([\d.]+)rem$/.exec(value)?.[1] }))
      .filter(({ rem }) => rem !== undefined && Number(rem) < smallest)
      .map(({ name }) => ({ place: `${path} ${selector}`, name })),
  );
  expect(small.filter(({ place }) => !pictures.includes(place))).toEqual([]);
  expect(small.map(({ place }) => place)).toEqual(pictures);
});
