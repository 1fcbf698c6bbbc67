import { expect, test } from 'vitest';
import { base, useServer } from './server.ts';
import { expectAccessible, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

for (const [theme, addresses] of [
  ['light', ['/privacy', '/terms?lang=ro']],
  ['dark', ['/privacy?lang=ro', '/terms']],
] as const) {
  test(`the legal texts are accessible and fit 320 pixels: ${theme}`, () =>
    visit({ theme, viewport: { width: 320, height: 700 } }, async (page) => {
      for (const address of addresses) {
        await page.goto(base + address);
        await expectAccessible(page, address);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      }
    }));
}
