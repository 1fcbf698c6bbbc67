import { describe, expect, test } from 'vitest';
import { base, useServer } from './server.ts';
import { forbidStorage, listed, open, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

const ro = { level: 1, name: 'Despre' } as const;
const en = { level: 1, name: 'About' } as const;

async function anArticle(): Promise<{ slug: string }> {
  const [first] = await listed();
  const revisions = await (await fetch(`${base}/lawchanges/${first?.slug}?lang=en`)).json();
  return (revisions as Array<{ slug: string }>).at(-1) ?? { slug: '' };
}

describe('language', () => {
  test('the URL takes precedence over the stored choice, and that over English', async () => {
    await visit({ locale: 'ro-RO' }, async (page) => {
      await open(page, '/app?screen=about');
      await page.getByRole('heading', en).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
      // A Romanian browser is offered Romanian.
      await page.getByRole('button', { name: 'Citește în română' }).click();
      await page.getByRole('heading', ro).waitFor();
    });
    await visit({ language: 'ro' }, async (page) => {
      await open(page, '/app?screen=about');
      await page.getByRole('heading', ro).waitFor();
      await open(page, '/app?screen=about&lang=en');
      await page.getByRole('heading', en).waitFor();
      await open(page, '/app?screen=about');
      await page.getByRole('heading', ro).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('ro');
    });
  });

  test('the switcher opens on hover and closes 300 ms after the pointer has left', async () => {
    await visit({}, async (page) => {
      await page.clock.install();
      await open(page, '/app?screen=about');
      const trigger = page.getByRole('button', { name: 'Language: En' });
      const menu = page.getByRole('menu');
      await trigger.hover();
      await menu.waitFor();
      expect(await trigger.getAttribute('aria-expanded')).toBe('true');
      expect(await page.getByRole('menuitemradio').allTextContents()).toEqual([
        'EnEnglish',
        'RoRomână',
      ]);
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
      await page.mouse.move(900, 300);
      await page.clock.runFor(299);
      expect(await menu.isVisible()).toBe(true);
      await page.clock.runFor(1);
      await menu.waitFor({ state: 'hidden' });
      await page.clock.resume();

      await trigger.hover();
      await page.getByRole('menuitemradio', { name: /^Ro/ }).click();
      await page.getByRole('heading', ro).waitFor();
      expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('ro');
      await page.reload();
      await page.getByRole('heading', ro).waitFor();
    });
  });

  test('a choice also changes the language in the URL', async () => {
    await visit({ viewport: { width: 390, height: 844 }, hasTouch: true }, async (page) => {
      await open(page, '/app?screen=about&lang=ro');
      await page.getByRole('heading', ro).waitFor();
      await page.getByRole('button', { name: 'Limba: Ro' }).tap();
      await page.getByRole('menuitemradio', { name: /^En/ }).tap();
      await page.getByRole('heading', en).waitFor();
      await page.waitForURL(`${base}/app?screen=about&lang=en`);
      await page.getByRole('button', { name: 'Menu' }).tap();
      await page.getByRole('dialog').getByRole('link', { name: 'Options' }).tap();
      await page.waitForURL(`${base}/app?screen=options&lang=en`);
    });
  });

  test('works when storage is forbidden', async () => {
    await visit({}, async (page) => {
      await forbidStorage(page);
      await open(page, '/app?screen=options');
      await page.getByRole('radio', { name: 'Dark' }).check();
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
      await page.getByRole('radio', { name: 'Română' }).click();
      await page.getByRole('heading', { level: 1, name: 'Opțiuni' }).waitFor();
    });
  });

  test('the theme is set before the first paint and persists', async () => {
    await visit({ colorScheme: 'dark' }, async (page) => {
      await open(page, '/app?screen=options');
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
      await page.getByRole('radio', { name: 'Light' }).check();
      await page.goto(`${base}/app?screen=options`, { waitUntil: 'commit' });
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light');
    });
  });

  test('a text in another language than the page has a lang attribute', async () => {
    await visit({ language: 'en' }, async (page) => {
      const foreign = { ...(await anArticle()), lang: 'ro', title: 'Un titlu românesc' };
      await page.route(/\/lawchanges\/[^?]+/, (route) => route.fulfill({ json: [foreign] }));
      await open(page, `/app?articleId=${foreign.slug}`);
      const title = page.getByRole('heading', { level: 1, name: 'Un titlu românesc' });
      expect(await title.getAttribute('lang')).toBe('ro');
      await page.getByText('only in Romanian').waitFor();
      const unmarked = await page.evaluate(() =>
        [...document.querySelectorAll('article h2')].map((h2) =>
          h2.closest('[lang]')?.getAttribute('lang'),
        ),
      );
      expect(new Set(unmarked)).toEqual(new Set(['en']));
    });
  });
});
