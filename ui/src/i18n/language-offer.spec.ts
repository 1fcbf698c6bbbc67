import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerLanguageOffer } from './language-offer.ts';

const read = (name: string) => readFileSync(`${import.meta.dirname}/../../${name}`, 'utf8');
const offers = () => document.documentElement.dataset.offers;

/* Runs the script of the head in a browser with these languages. */
function open(languages: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  document.head.innerHTML = '<script></script>';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'));
  window.matchMedia ??= vi.fn().mockReturnValue({ matches: false });
  new Function(read('public/theme.js'))();
}

describe('the line that offers Romanian', () => {
  beforeEach(() => {
    window.localStorage.clear();
    delete document.documentElement.dataset.offers;
  });
  afterEach(() => {
    vi.restoreAllMocks();
    document.body.replaceChildren();
    document.head.replaceChildren();
  });

  test.each([
    [['ro-RO', 'en'], 'ro'],
    [['en-GB', 'ro'], 'ro'],
    [['en-US', 'roa'], undefined],
    [['de'], undefined],
  ])('with %s it is %s', (languages, expected) => {
    open(languages);
    expect(offers()).toBe(expected);
  });

  test('nothing of a Home in another language than the chosen one shows, the menu neither', () => {
    window.localStorage.setItem('language', 'ro');
    document.documentElement.lang = 'en';
    open(['en']);
    expect(document.documentElement.dataset.home).toBe('translated');
    const style = document.createElement('style');
    style.textContent = read('src/styles/shell-home.css');
    document.head.append(style);
    document.body.innerHTML =
      '<div class="shell-home"><a class="bar-menu">Menu</a><ul class="nav-list"></ul><p class="frame-page"></p></div>';
    for (const part of document.querySelectorAll('.shell-home > *')) {
      expect(getComputedStyle(part).visibility).toBe('hidden');
    }
    document.documentElement.lang = 'ro';
    document.documentElement.removeAttribute('data-home');
    open(['en']);
    expect(document.documentElement.dataset.home).toBeUndefined();
    const menu = document.querySelector('.bar-menu') as Element;
    expect(getComputedStyle(menu).visibility).toBe('visible');
    document.documentElement.lang = 'en';
  });

  test('a chosen language is kept without asking', () => {
    window.localStorage.setItem('language', 'en');
    open(['ro']);
    expect(offers()).toBeUndefined();
  });

  test.each(['index.html', 'landing.html'])(
    'in %s it can be taken or dismissed for good',
    (page) => {
      const accept = vi.fn();
      const stop = answerLanguageOffer(accept);
      const line = /<div class="language-offer"[\s\S]*?<\/div>/.exec(read(page))?.[0] ?? '';
      document.body.innerHTML = line;
      const press = (answer: string) =>
        document.querySelector<HTMLElement>(`[data-language-offer='${answer}']`)?.click();
      open(['ro']);
      press('dismiss');
      expect([offers(), accept.mock.calls.length]).toEqual([undefined, 0]);
      open(['ro']);
      expect(offers()).toBeUndefined();
      press('accept');
      expect(accept).toHaveBeenCalledOnce();
      stop();
    },
  );
});
