import { describe, expect, test } from 'vitest';
import {
  byName,
  callingCode,
  countryName,
  countryTyped,
  initialPhone,
  type PhoneDefaults,
  permitted,
  withoutCode,
} from './countries.ts';

const option = (given: PhoneDefaults = {}) => given;

describe('countries', () => {
  test('each has a code and a name', () => {
    const all = permitted(option());
    expect(all.length).toBeGreaterThan(240);
    for (const country of all) {
      expect(callingCode(country), country).toMatch(/^[1-9]\d{0,2}$/);
      expect(countryName(country, 'ro'), country).not.toBe('');
    }
  });

  test('they are sorted by name in the language', () => {
    expect(byName(['DE', 'RO', 'AT'], 'en')).toEqual(['AT', 'DE', 'RO']);
    expect(byName(['DE', 'RO', 'AT', 'ES'], 'ro')).toEqual(['AT', 'DE', 'RO', 'ES']);
    expect(countryName('DE', 'ro')).toBe('Germania');
  });

  test('the lists take countries and codes, merge overlaps and ignore what is unknown', () => {
    expect(permitted(option({ whitelistedCountries: ['RO', '+40', 'ro', 'ZZ'] }))).toEqual(['RO']);
    expect(permitted(option({ whitelistedCountries: ['+1'] })).length).toBeGreaterThan(20);
    const without = permitted(option({ blacklistedCountries: ['RO', '+49'] }));
    expect(without).not.toContain('RO');
    expect(without).not.toContain('DE');
    expect(without).toContain('MD');
  });

  test.each([
    ['+49', 'RO', 'DE'],
    ['+1', 'RO', 'US'],
    ['+1', 'CA', undefined],
    ['+4', 'RO', undefined],
    ['+373 69', 'RO', 'MD'],
    ['0722', 'RO', undefined],
    ['+44 7', 'JE', undefined],
  ])('%j while %s is selected selects %s', (text, selected, country) => {
    expect(countryTyped(text, selected, permitted(option()))).toBe(country);
  });

  test.each([
    ['0722 123 456', { country: 'RO', number: '0722 123 456' }],
    ['+40722123456', { country: 'RO', number: '722123456' }],
    ['+', { country: 'RO', number: '' }],
    ['+40', { country: 'RO', number: '' }],
    ['+4', { country: 'RO', number: '' }],
    ['+49 30 1234', undefined],
    ['+999 1', undefined],
  ])('T03 %j with Romania alone', (text, value) => {
    expect(withoutCode(text, 'RO', ['RO'])).toEqual(value);
  });

  test('the first of hint, default and Romania begins', () => {
    const begin = (given: PhoneDefaults, only = true) => initialPhone(option(given), 'en', only);
    expect(begin({})).toEqual({ country: 'RO', number: '' });
    expect(begin({ defaultCountry: 'md', defaultNationalNumber: '69' })).toEqual({
      country: 'MD',
      number: '69',
    });
    expect(begin({ defaultCountry: 'xx' }).country).toBe('RO');
    expect(begin({ loginHint: '+49301', defaultCountry: 'MD' })).toEqual({
      country: 'DE',
      number: '301',
    });
    expect(begin({ loginHint: '+49301' }, false)).toEqual({ country: 'DE', number: '' });
    expect(begin({ whitelistedCountries: ['DE', 'AT'] }).country).toBe('AT');
  });
});
