import { expect, test } from 'vitest';
import { nextCursor } from './link-header.ts';

test.each([
  [null, undefined],
  ['</lawchanges?limit=24&cursor=abc%3D>; rel="next"', 'abc='],
  ['</a?cursor=0>; rel="prev", </a?cursor=2>; rel="next"', '2'],
  ['</a?cursor=0>; rel="prev"', undefined],
])('%s', (header, cursor) => {
  expect(nextCursor(header)).toBe(cursor);
});
