import { describe, expect, test } from 'vitest';
import { pasted } from './pasted.ts';

describe('pasted text', () => {
  test.each([
    ['\u200bana@x.ro\u00a0', 'email', 'ana@x.ro'],
    ['\u202amailto:ana@x.ro?subject=a\u202c', 'email', 'ana@x.ro'],
    ['ana\u2011pop@x.ro', 'email', 'ana-pop@x.ro'],
    ['\u206807\u00ad22\u202f123\u2013456\u2069', 'tel', '0722 123-456'],
    ['tel:+40722123456', 'tel', '+40722123456'],
    ['\u200eștefan', 'text', '\u200eștefan'],
  ])('%j in a field %s', (text, type, meant) => {
    expect(pasted(text, type, false)).toBe(meant);
  });

  test('a code loses its groups', () => {
    expect(pasted(' 081\u202f804\u200e', 'text', true)).toBe('081804');
    expect(pasted('081–804', 'text', true)).toBe('081804');
  });
});
