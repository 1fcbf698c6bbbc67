import { expect, test } from 'vitest';
import { parseNumber } from './answer-shapes.ts';

test('a number is read as the language groups it, and the decimals with a point or a comma', () => {
  const ro = {
    '1.250.000': 1_250_000,
    '1.234,56': 1234.56,
    '2.5': 2.5,
    '0,5': 0.5,
    '38 400': 38_400,
  };
  for (const [text, number] of Object.entries(ro)) expect(parseNumber(text, 'ro')).toBe(number);
  const en = { '1,250,000': 1_250_000, '1,234.56': 1234.56, '2.5': 2.5, '0,5': 0.5 };
  for (const [text, number] of Object.entries(en)) expect(parseNumber(text, 'en')).toBe(number);
});

test('what is no number, or may be two, is refused', () => {
  const wrong = ['', '-5', '1e9', '0.001', '12.50.000', '1,250', '1.2.3', '9999999999999', 'abc'];
  for (const text of wrong) expect(parseNumber(text, 'ro')).toBeUndefined();
  expect(parseNumber('1.250', 'en')).toBeUndefined();
});
