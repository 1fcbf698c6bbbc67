import { expect, test } from 'vitest';
import { instantOf } from './moment.ts';

test.each([
  ['2026-07-01T08:30', '2026-07-01T05:30:00.000Z'],
  ['2026-12-01T08:30', '2026-12-01T06:30:00.000Z'],
  ['2026-03-29T02:30', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29T04:30', '2026-03-29T01:30:00.000Z'],
  ['', undefined],
  ['tomorrow', undefined],
])('%s in Bucharest is %s', (local, instant) => expect(instantOf(local)).toBe(instant));
