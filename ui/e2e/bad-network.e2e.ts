import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { base, useServer } from './server.ts';
import { listed, open, settled, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

const broken = /ERR_FAILED|ERR_CONNECTION|status of 5/;

/** Holds back the responses for `pattern` until the returned function is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let free = false;
  await page.route(pattern, async (route) => {
    if (free) await route.continue();
    else held.push(route);
  });
  return async () => {
    free = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

describe('a slow network', () => {
  for (const [name, path, data] of [
    ['list', '/app', /\/lawchanges\?/],
    ['article', '', /\/lawchanges\/[^?]+/],
  ] as const) {
    test(`the ${name} keeps its place while it loads`, async () => {
      const [article] = await listed();
      await visit({ language: 'en', consent: 'rejected' }, async (page) => {
        await page.addInitScript(() => {
          Object.assign(window, { shifted: 0 });
          new PerformanceObserver((entries) => {
            for (const entry of entries.getEntries() as Array<
              PerformanceEntry & { value: number }
            >) {
              Object.assign(window, {
                shifted: (window as never as { shifted: number }).shifted + entry.value,
              });
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        const letGo = await hold(page, data);
        await page.goto(base + (path || `/app?articleId=${article?.slug}`));
        const skeleton = page.locator('[role=status]', { hasText: /^Loading/ }).first();
        await skeleton.waitFor();
        await letGo();
        await settled(page);
        await page.getByRole('article').first().waitFor();
        const shifted = await page.evaluate(() => (window as never as { shifted: number }).shifted);
        expect(shifted).toBeLessThan(0.1);
      });
    });
  }
});

describe('a broken network', () => {
  test('the search shows the failure, Retry works and typed text is kept', async () => {
    await visit({ language: 'en', expectErrors: broken }, async (page) => {
      await page.route(/\/search\?/, (route) => route.abort());
      await page.goto(`${base}/app?screen=search&q=impozit`);
      const failed = page.getByText('The search failed');
      await failed.waitFor();
      await page.unroute(/\/search\?/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await failed.waitFor({ state: 'detached' });
      await page.getByRole('article').first().waitFor();
      expect(await page.getByRole('combobox').inputValue()).toBe('impozit');
    });
  });

  test('a script that no longer exists reloads the page once, then shows an error', async () => {
    await visit(
      { language: 'en', expectErrors: /ERR_FAILED|dynamically imported/ },
      async (page) => {
        await open(page, '/app');
        await page.route(/\/assets\/chat-screen-.*\.js/, (route) => route.abort());
        let loads = 0;
        page.on('load', () => {
          loads += 1;
        });
        await page.getByRole('link', { name: 'Assistant' }).click();
        await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
        await expect.poll(() => loads).toBe(1);
        await page.unroute(/\/assets\/chat-screen-.*\.js/);
        await page.getByRole('button', { name: 'Reload' }).click();
        await page.getByRole('heading', { level: 1, name: 'Meet the assistant' }).waitFor();
      },
    );
  });
});

describe('hostile addresses', () => {
  const names = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '%00',
    '..',
    '../..',
    '../../site',
    '%FF',
    'a'.repeat(10_000),
  ];
  test('no article of a hostile name is found, and nothing of it runs', async () => {
    await visit({ language: 'en', expectErrors: /404|400|414/ }, async (page) => {
      page.on('dialog', () => {
        throw new Error('A script of the address has run.');
      });
      for (const name of names) {
        const raw = name.startsWith('%') ? name : encodeURIComponent(name);
        await page.goto(`${base}/app?articleId=${raw}`);
        const found = page.locator('#content h1', { hasText: 'We could not find this article' });
        await found.waitFor();
        expect(await found.count(), name.slice(0, 40)).toBe(1);
      }
    });
  });

  test('an unknown language is English, an unknown screen is Home, an unknown path is 404', async () => {
    await visit({ expectErrors: /404/ }, async (page) => {
      await open(page, '/app?lang=xx');
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
      await open(page, '/app?screen=nonsense');
      await page.getByRole('article').first().waitFor();
      await page.goto(`${base}/nowhere/at-all`);
      await page.getByText('404 Not Found').waitFor();
    });
  });
});
