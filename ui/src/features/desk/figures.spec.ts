import { describe, expect, test } from 'vitest';
import { findFigures, placeOf, placeOfCharacters } from './figures.ts';

const source = `LEGE nr. 239 din 15 decembrie 2025
Art. 84. - (1) Cota este de 10% din venit, iar plafonul de 50.000 lei.
Articolul 7 intră în vigoare la 1 ianuarie 2026; se depune până la 25.05.2026. Dobânda: 0,50 la sută.
Legea nr. 227/2015 se modifică.`;

const at = (figure: string, language: 'ro' | 'en' = 'ro') => {
  const place = placeOf(figure, language, source);
  return place && source.slice(place.start, place.end);
};

describe('figures', () => {
  test('numbers, dates and citations are found whole', () => {
    const text =
      'Legea nr. 239/2025 modifică art. 84 alin. (2): 10,5% peste 50.000 lei, din 1 iulie 2026 sau 2026-07-01.';
    expect(findFigures(text).map((figure) => figure.text)).toEqual([
      'nr. 239/2025',
      'art. 84',
      'alin. (2)',
      '10,5%',
      '50.000',
      '1 iulie 2026',
      '2026-07-01',
    ]);
    expect(findFigures('Fără cifre.')).toEqual([]);
  });

  test.each([
    ['10%', '10%'],
    ['50.000', '50.000'],
    ['50000', '50.000'],
    ['art. 84', 'Art. 84'],
    ['art. 7', 'Articolul 7'],
    ['nr. 239/2025', 'nr. 239 din 15 decembrie 2025'],
    ['227/2015', '227/2015'],
    ['1 ianuarie 2026', '1 ianuarie 2026'],
    ['2026-05-25', '25.05.2026'],
    ['0,5%', '0,50 la sută'],
  ])('%s stands in the source as %s', (figure, place) => expect(at(figure)).toBe(place));

  test('English numbers and dates are found in the Romanian source', () => {
    expect(at('50,000', 'en')).toBe('50.000');
    expect(at('0.5%', 'en')).toBe('0,50 la sută');
    expect(at('1 January 2026', 'en')).toBe('1 ianuarie 2026');
    expect(at('25 May 2026', 'en')).toBe('25.05.2026');
  });

  test.each(['16%', '5.000', '500.000', 'art. 8', '1 iulie 2026', '23/2025', '0,05%'])(
    '%s is not in the source',
    (figure) => expect(at(figure)).toBeUndefined(),
  );

  test('a place in characters is found in the normalised text', () => {
    const text = 'a\u0306 👩 art. 5';
    const { start, end } = placeOfCharacters({ start: 5, end: 11 }, text);
    expect(text.normalize('NFC').slice(start, end)).toBe('art. 5');
  });
});
