import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { tour } from './sign-in-tour.ts';
import { expectAccessible, useBrowser, visit } from './support.ts';

useBrowser();

const provoked = /status of 4\d\d|ERR_FAILED/;

const wide = { width: 1440, height: 1000 };
const narrow = { width: 320, height: 640 };

/** The elements whose text or field reaches beyond the right edge. */
const cut = (page: Page) =>
  page.locator('#content :is(button, a, input, h1, h2, p)').evaluateAll((all) =>
    all
      .filter((one) => {
        const { right, width } = one.getBoundingClientRect();
        return width > 1 && right > window.innerWidth;
      })
      .map((one) => one.outerHTML),
  );

describe('every page of the sign-in', () => {
  // Romanian has the longer words.
  test('is accessible and fits on a narrow screen', async () => {
    await visit(
      { language: 'ro', consent: 'rejected', theme: 'light', expectErrors: provoked },
      async (page) => {
        await tour(page, async (name) => {
          await page.setViewportSize(wide);
          await expectAccessible(page, name, { contentOnly: true });
          await page.setViewportSize(narrow);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width, name).toBeLessThanOrEqual(narrow.width);
          expect(await cut(page), name).toEqual([]);
        });
      },
    );
  });
});
