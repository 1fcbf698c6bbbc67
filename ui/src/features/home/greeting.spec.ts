import { expect, test } from 'vitest';
import { greetingVariant, servedGreeting } from './greeting.ts';

test.each([
  [0, 'v0'],
  [11, 'v0'],
  [12, 'v1'],
  [23, 'v1'],
  [24, 'v2'],
  [36, 'v3'],
  [47, 'v3'],
  [48, 'v4'],
  [59, 'v4'],
])('minute %d', (minute, variant) => {
  expect(greetingVariant(new Date(2026, 0, 1, 10, minute))).toBe(variant);
});

test('the greeting of the server’s page is kept', () => {
  expect(servedGreeting()).toBeUndefined();
  document.body.innerHTML = '<p data-greeting="3"></p>';
  expect(servedGreeting()).toBe('v3');
  document.body.innerHTML = '';
});
