import { afterEach, describe, expect, test, vi } from 'vitest';
import { chooseLanguage, initialLanguage } from './language.ts';
import { selectLanguage } from './setup.ts';

describe('language', () => {
  test.each([
    ['?lang=ro', 'en', 'ro'],
    ['?lang=en', 'ro', 'en'],
    ['', 'ro', 'ro'],
    ['', null, 'en'],
    ['?lang=RO', 'en', 'ro'],
    ['?lang=En', 'ro', 'en'],
    ['?lang=de', 'ro', 'ro'],
    ['?lang=', 'xx', 'en'],
    ['?articleId=a&lang=ro', null, 'ro'],
  ])('address %s and stored %s give %s', (search, stored, expected) => {
    expect(chooseLanguage(search, stored)).toBe(expected);
  });

  test('a choice is kept under `language` and set on <html>', async () => {
    await selectLanguage('ro');
    expect(window.localStorage.getItem('language')).toBe('ro');
    expect(document.documentElement.lang).toBe('ro');
  });

  describe('without storage', () => {
    afterEach(() => vi.unstubAllGlobals());

    test('the language is English and can still be changed', async () => {
      vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
        throw new DOMException('forbidden', 'SecurityError');
      });
      expect(initialLanguage()).toBe('en');
      await selectLanguage('ro');
      expect(document.documentElement.lang).toBe('ro');
    });
  });
});
