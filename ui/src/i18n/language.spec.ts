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

  test('the installed app has the names of the language', async () => {
    document.head.innerHTML = '<link rel="manifest" href="/manifest.webmanifest">';
    const manifest = () => document.querySelector('link')?.getAttribute('href');
    await selectLanguage('ro');
    expect(manifest()).toBe('/manifest.ro.webmanifest');
    await selectLanguage('en');
    expect(manifest()).toBe('/manifest.webmanifest');
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
