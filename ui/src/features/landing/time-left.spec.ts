import { describe, expect, test } from 'vitest';
import { clockSkew, timeLeft } from './time-left.ts';

describe('time left', () => {
  test.each([
    [0, 0, 0, 0, 0],
    [-5_000, 0, 0, 0, 0],
    [999, 0, 0, 0, 0],
    [1_000, 0, 0, 0, 1],
    [90_061_000, 1, 1, 1, 1],
    [100 * 86_400_000 - 1_000, 99, 23, 59, 59],
  ])('%d ms', (ms, days, hours, minutes, seconds) => {
    expect(timeLeft(ms)).toEqual({ days, hours, minutes, seconds });
  });
});

describe('clock skew', () => {
  test.each([
    [undefined, 0, 0],
    [30_000, 0, 0],
    [31_000, 0, 31_000],
    [0, 3_600_000, -3_600_000],
  ])('server %s, visitor %d: %d', (server, visitor, skew) => {
    expect(clockSkew(server, visitor)).toBe(skew);
  });
});
