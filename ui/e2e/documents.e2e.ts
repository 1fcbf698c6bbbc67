import { expect, test } from 'vitest';
import { base, expectAccessible, useBrowser, visit } from './support.ts';

useBrowser();

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the legal texts, and they fit 320 pixels: ${theme}`, () =>
    visit({ theme, viewport: { width: 320, height: 700 } }, async (page) => {
      for (const address of ['/privacy', '/privacy?lang=ro', '/terms', '/terms?lang=ro']) {
        await page.goto(base + address);
        await expectAccessible(page, address);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      }
    }));
}
