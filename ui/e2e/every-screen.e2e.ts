import { describe, expect, test } from 'vitest';
import {
  base,
  expectAccessible,
  listed,
  open,
  screens,
  settled,
  useBrowser,
  visit,
} from './support.ts';

useBrowser();

const [newest] = await listed();
const addresses = {
  ...screens,
  article: `/app?articleId=${newest?.slug}`,
};

describe('every screen', () => {
  test('the pages carry a strict policy', async () => {
    const policy = (await fetch(`${base}/app`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test(`axe finds nothing: ${theme}, ${width}`, { timeout: 120_000 }, async () => {
        await visit(
          { theme, language: 'en', viewport: { width, height: 900 }, expectErrors: /404/ },
          async (page) => {
            for (const [name, address] of Object.entries(addresses)) {
              await open(page, address);
              await expectAccessible(page, name);
            }
            await page.goto(`${base}/app?articleId=no-such-law`);
            await settled(page);
            await expectAccessible(page, 'no article');

            await open(page, addresses.article);
            await page.getByRole('button', { name: 'Share' }).click();
            await page.getByRole('menu').waitFor();
            await expectAccessible(page, 'share menu', { popup: true });
            await page.keyboard.press('Escape');
            if (width < 960) {
              await page.getByRole('button', { name: 'Menu' }).click();
              await page.getByRole('dialog').waitFor();
              await expectAccessible(page, 'drawer', { popup: true });
            }
          },
        );
      });
    }
  }

  for (const language of ['en', 'ro'] as const) {
    test(`nothing is wider than a screen of 320 pixels, also with larger text: ${language}`, async () => {
      await visit({ language, viewport: { width: 320, height: 640 } }, async (page) => {
        for (const [name, address] of Object.entries(addresses)) {
          await open(page, address);
          await page.evaluate(() => {
            document.documentElement.dataset.textSize = 'larger';
          });
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width, name).toBeLessThanOrEqual(320);
        }
      });
    });
  }

  test('the text can be twice as large', async () => {
    await visit({ language: 'ro', viewport: { width: 720, height: 500 } }, async (page) => {
      for (const [name, address] of Object.entries(addresses)) {
        await open(page, address);
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%';
        });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, name).toBeLessThanOrEqual(720);
      }
    });
  });
});
