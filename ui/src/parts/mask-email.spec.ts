import { expect, test } from 'vitest';
import { maskEmail } from './mask-email.ts';

test.each([
  ['ana.pop@example.ro', 'a*****p@example.ro'],
  ['ana@example.ro', 'a*a@example.ro'],
  ['ab@example.ro', 'ab@example.ro'],
  ['a@example.ro', 'a@example.ro'],
  ['"odd@local"@example.ro', '"*********"@example.ro'],
  ['no address', 'no address'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
