import { describe, expect, test } from 'vitest';
import { framesOf, openHeld, places } from './served-page.ts';
import { base, useServer } from './server.ts';
import { useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

const phone = { width: 390, height: 844 };
const seen = [
  { viewport: phone, language: 'en' },
  { viewport: phone, language: 'ro' },
  { viewport: { width: 820, height: 1180 }, language: 'en' },
  { viewport: { width: 1440, height: 900 }, language: 'ro' },
];
const parts = [
  '.mark',
  '.tab[aria-current]',
  '.home-greeting',
  'h1',
  '.home-next',
  '.role-tile',
  '.role-other',
  '.duties-title',
  '.duty',
  '.duties-item:nth-child(2) .duty',
  '.duties-then',
  '.group-name',
  '.card-title',
  '.dated-line',
  '.change-list > :nth-child(2) .card-title',
];
/* Beside the cards, where there is room. */
const aside = '.aside-entry';

describe('what the server sends of Home', () => {
  for (const { viewport, language } of seen) {
    test(`stays when the app takes over: ${viewport.width}, ${language}`, () =>
      visit({ viewport, consent: 'rejected' }, async (page) => {
        const letCome = await openHeld(page, `${base}/app?lang=${language}`, 'home-screen');
        const wanted = viewport.width < 1200 ? parts : [...parts, aside];
        const sent = await places(page, wanted);
        expect(sent.h1?.text).toMatch(/^(What concerns you\?|Ce te privește\?)/);
        expect(sent['.duty']?.text).toMatch(/\d/);
        const title = await framesOf(page, '.card-title');
        await letCome();
        expect(await places(page, wanted)).toEqual(sent);
        expect(await title()).toHaveLength(1);
      }));
  }

  test('is hidden from a reader who gets another Home, and the frame is not', () =>
    visit({ viewport: { width: 1440, height: 900 }, consent: 'rejected' }, async (page) => {
      await page.addInitScript(() => localStorage.setItem('paragraf::interests', '["afaceri"]'));
      const letCome = await openHeld(page, `${base}/app`, 'home-screen');
      expect(await page.locator('.nav .nav-list').first().isVisible()).toBe(true);
      expect(await page.locator('h1').isVisible()).toBe(false);
      await letCome();
      expect(await page.locator('h1').isVisible()).toBe(true);
    }));

  test('its first title is high on a small phone with larger text', () =>
    visit({ viewport: { width: 360, height: 780 }, consent: 'rejected' }, async (page) => {
      await page.addInitScript(() => localStorage.setItem('text-size', 'larger'));
      await page.goto(`${base}/app?lang=ro`);
      await page.locator('#content h1').waitFor();
      expect(await page.locator('html').getAttribute('data-text-size')).toBe('larger');
      const title = page.locator('.card-title, .duty').first();
      expect((await title.boundingBox())?.y).toBeLessThan(500);
    }));

  test('can be used without scripts', () =>
    visit({ viewport: phone, javaScriptEnabled: false }, async (page) => {
      await page.goto(`${base}/app`);
      expect(await page.getByRole('link', { name: 'Mine' }).isVisible()).toBe(false);
      await page.getByRole('link', { name: /^Something else/ }).click();
      const topics = page.getByRole('heading', { name: 'All topics' });
      expect(await topics.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(
        phone.height,
      );
      await page.getByRole('link', { name: /^I rent out/ }).click();
      expect(await page.locator('h1').textContent()).toBe('Renting out');
    }));
});
