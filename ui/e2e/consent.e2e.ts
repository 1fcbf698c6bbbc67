import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { base, useServer } from './server.ts';
import { listed, open, settled, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

interface Counted {
  name: string;
  [key: string]: unknown;
}

/** Replaces the analytics endpoint and collects the events it receives. */
async function counter(page: Page): Promise<Counted[]> {
  const counted: Counted[] = [];
  await page.context().route('**/analytics/**', async (route) => {
    const { events } = route.request().postDataJSON() as { events: Counted[] };
    counted.push(...events);
    await route.fulfill({ status: 204 });
  });
  return counted;
}

/** Hides the page, which makes it send its queued events. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  });
}

const kept = (page: Page) =>
  page.evaluate(() => [
    localStorage.getItem('analytics-consent'),
    localStorage.getItem('analytics-enabled'),
  ]);

describe('consent', () => {
  test('nothing is sent before a choice or after Reject, even after a reload', async () => {
    await visit({ language: 'en' }, async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const counted = await counter(page);
      await open(page, '/app');
      const banner = page.getByRole('region', { name: 'Counting visits' });
      await banner.waitFor();
      expect(await kept(page)).toEqual([null, null]);
      await leave(page);
      await open(page, '/app');
      await banner.getByRole('button', { name: 'Reject' }).click();
      await banner.waitFor({ state: 'detached' });
      expect(await kept(page)).toEqual(['rejected', null]);
      await page.reload();
      await settled(page);
      expect(await banner.count()).toBe(0);
      await page.getByRole('link', { name: 'Assistant' }).click();
      await settled(page);
      await leave(page);
      expect(counted).toEqual([]);
      expect(asked.filter((path) => path.startsWith('/analytics'))).toEqual([]);
    });
  });

  test('the question comes with the page, keeps its place and can be answered before the app', async () => {
    await visit({ language: 'en', viewport: { width: 390, height: 844 } }, async (page) => {
      let letCome = () => {};
      const held = new Promise<void>((resolve) => {
        letCome = resolve;
      });
      await page.route('**/assets/home-screen-*.js', async (route) => {
        await held;
        await route.continue();
      });
      const asked = page.waitForRequest('**/assets/home-screen-*.js');
      await page.goto(`${base}/app`, { waitUntil: 'commit' });
      await asked;
      const banner = page.getByRole('region', { name: 'Counting visits' });
      const place = await banner.boundingBox();
      const question = await banner.textContent();
      await banner.getByRole('button', { name: 'Reject' }).click();
      await banner.waitFor({ state: 'hidden' });
      expect(await kept(page)).toEqual(['rejected', null]);
      letCome();
      await page.locator('#content h1').waitFor();
      expect(await banner.count()).toBe(0);

      await page.evaluate(() => localStorage.clear());
      await open(page, '/app');
      expect(await banner.boundingBox()).toEqual(place);
      expect(await banner.textContent()).toBe(question);
    });
  });

  test('after Accept, screens, articles and shares are counted without any identity', async () => {
    const [article] = await listed();
    await visit({ language: 'en', permissions: ['clipboard-write'] }, async (page) => {
      const counted = await counter(page);
      await open(page, `/app?importance=${article?.importance}&topic=${article?.topic}`);
      await page.getByRole('button', { name: 'Accept', exact: true }).click();
      expect(await kept(page)).toEqual(['accepted', 'true']);
      await page
        .getByRole('link', { name: article?.title ?? '' })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: article?.title ?? '' }).waitFor();
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
      await page.getByText('Link copied to clipboard!').waitFor();
      await leave(page);
      const others = () => counted.filter(({ name }) => name !== 'web_vital');
      await expect.poll(others).toHaveLength(4);
      const measured = counted.filter(({ name }) => name === 'web_vital');
      // Two parts of the page count the screen and the article, in either order.
      for (const event of [
        { name: 'page_view', screen: 'home' },
        { name: 'page_view', screen: 'article' },
        { name: 'article_open', slug: article?.slug },
        { name: 'share', target: 'copy' },
      ]) {
        expect(others()).toContainEqual(event);
      }
      for (const event of measured) {
        expect(Object.keys(event).sort()).toEqual(['metric', 'name', 'rating']);
      }
    });
  });

  test('a choice changed in Options takes effect immediately', async () => {
    await visit({ language: 'en', consent: 'accepted' }, async (page) => {
      const counted = await counter(page);
      await open(page, '/app?screen=options');
      await page.getByRole('radio', { name: 'Reject' }).check();
      expect((await kept(page))[0]).toBe('rejected');
      await page.getByRole('link', { name: 'About' }).click();
      await settled(page);
      await leave(page);
      expect(counted).toEqual([]);
    });
  });

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 640],
    [320, 256],
  ] as const) {
    test(`everything under the banner can be scrolled into view: ${width}x${height}`, async () => {
      await visit({ language: 'ro', viewport: { width, height } }, async (page) => {
        await open(page, '/app?screen=about');
        const banner = page.getByRole('region', { name: 'Numărarea vizitelor' });
        const [no, yes] = await Promise.all(
          ['Refuz', 'Accept'].map((name) => banner.getByRole('button', { name }).boundingBox()),
        );
        expect(Math.abs((no?.height ?? 0) - (yes?.height ?? 9))).toBeLessThan(1);
        const last = page.getByRole('link', { name: 'Termeni de utilizare' });
        await last.focus();
        const [link, box] = await Promise.all([last.boundingBox(), banner.boundingBox()]);
        if (!link || !box) throw new Error('Not drawn.');
        const apart = link.y + link.height <= box.y || link.y >= box.y + box.height;
        expect(apart).toBe(true);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      });
    });
  }

  test('the banner comes early in the tab order', async () => {
    await visit({ language: 'en' }, async (page) => {
      await open(page, '/app');
      for (const name of ['Skip to the content', 'Privacy Policy', 'Reject', 'Accept']) {
        await page.keyboard.press('Tab');
        expect(await page.locator(':focus').textContent()).toBe(name);
      }
      await page.keyboard.press('Enter');
      await page
        .getByRole('button', { name: 'Accept', exact: true })
        .waitFor({ state: 'detached' });
      expect(page.url()).toBe(`${base}/app`);
    });
  });
});
