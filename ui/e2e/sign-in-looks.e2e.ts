import { describe, expect, test } from 'vitest';
import { tour } from './sign-in-tour.ts';
import { expectAccessible, useBrowser, visit } from './support.ts';

useBrowser();

const provoked = /status of 4\d\d|ERR_FAILED/;

describe('every page of the sign-in', () => {
  test('is accessible, light and dark', async () => {
    await visit(
      { language: 'en', consent: 'rejected', theme: 'light', expectErrors: provoked },
      async (page) => {
        await tour(page, async (name) => {
          await expectAccessible(page, name);
          // The themes differ in their colours only.
          await page.evaluate(() => {
            document.documentElement.dataset.theme = 'dark';
          });
          await expectAccessible(page, `${name} dark`, { rules: ['color-contrast'] });
          await page.evaluate(() => {
            document.documentElement.dataset.theme = 'light';
          });
        });
      },
    );
  });

  test('fits on a narrow screen in Romanian', async () => {
    const viewport = { width: 320, height: 640 };
    await visit(
      { language: 'ro', consent: 'rejected', viewport, expectErrors: provoked },
      async (page) => {
        await tour(page, async (name) => {
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width, name).toBeLessThanOrEqual(viewport.width);
          const cut = await page
            .locator('#content :is(button, a, input, h1, h2, p)')
            .evaluateAll((all) =>
              all
                .filter((one) => {
                  const { right, width } = one.getBoundingClientRect();
                  return width > 1 && right > window.innerWidth;
                })
                .map((one) => one.outerHTML),
            );
          expect(cut, name).toEqual([]);
        });
      },
    );
  });
});
