import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type Line, layLine } from './line.ts';
import { inTime } from './patience.ts';
import { startProxy } from './proxy.ts';
import { base, searchReady, useServer } from './server.ts';
import { goTo, listed, settled, useBrowser, type Visit, visit } from './support.ts';

useBrowser();
await useServer();

const offline =
  /ERR_(INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE|CONNECTION_(CLOSED|REFUSED|RESET))/;

async function open(page: Page, line: Line, path: string): Promise<void> {
  await page.goto(line.url + path);
  await settled(page);
}

/** Waits until the worker controls the page and Playwright knows it. */
async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => page.context().serviceWorkers().length).toBeGreaterThan(0);
}

/** Runs a journey with a worker, whose page reaches the server through a line of its own. */
async function visitByLine(
  options: Visit,
  journey: (page: Page, line: Line) => Promise<void>,
): Promise<void> {
  const line = await layLine(base);
  try {
    await visit({ serviceWorkers: 'allow', expectErrors: offline, ...options }, (page) =>
      journey(page, line),
    );
  } finally {
    await line.stop();
  }
}

/**
 * Repeats the update check of the worker until the condition holds.
 *
 * One check is not enough: the browser also checks after each navigation, and a check requested
 * meanwhile joins that one, which may have started before the proxy's response changed.
 */
async function updateUntil(page: Page, condition: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      const update = page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await inTime('the update of the worker', update);
      return (await condition()) || workers(page);
    })
    .toBe(true);
}

/** The states of the page's workers, to be read when a condition does not hold. */
function workers(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.ready;
    const { controller } = navigator.serviceWorker;
    const states = [installing, waiting, active, controller].map((worker) => worker?.state);
    return JSON.stringify({ states, caches: await caches.keys(), isOnline: navigator.onLine });
  });
}

/** A worker's script that creates a cache on activation: unlike an event, it cannot be missed. */
function markedWhenActivated(name: string): string {
  return `self.addEventListener('activate', (event) => {
    event.waitUntil(caches.open('activated-${name}'));
  });`;
}

function isActivated(page: Page, name: string): Promise<boolean> {
  return page.evaluate((cache) => caches.has(cache), `activated-${name}`);
}

/** Checks the addresses of all cached responses. */
async function expectPublicOnly(page: Page): Promise<void> {
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/lawchanges');
  const known =
    /^\/(app|assets\/.+|icons\/.+|lawchanges|topics|site|theme\.js|favicon\.svg|manifest(\.ro)?\.webmanifest)$/;
  expect(kept.filter((path) => !known.test(path))).toEqual([]);
}

describe('without a network', () => {
  test('visited landing and legal pages are shown unchanged', async () => {
    const addresses = ['/?lang=ro', '/privacy?lang=ro', '/terms?lang=en'];
    await visitByLine({}, async (page, line) => {
      const title = page.getByRole('heading', { level: 1 });
      await page.goto(`${line.url}/`);
      await controlled(page);
      const titles: string[] = [];
      for (const address of addresses) {
        await page.goto(line.url + address);
        titles.push((await title.textContent()) ?? '');
      }
      await line.cut(page);
      for (const [index, address] of addresses.entries()) {
        await page.goto(line.url + address);
        expect(await title.textContent()).toBe(titles[index]);
        const ruled = page.locator('body');
        expect(await ruled.evaluate((body) => getComputedStyle(body).margin)).toBe('0px');
      }
      expect(new Set(titles).size).toBe(addresses.length);
    });
  });

  test('the first visit is readable, in its language, without what the server wrote in another', async () => {
    const [first] = await listed();
    await visitByLine({}, async (page, line) => {
      const kept = () =>
        page.evaluate(async () => {
          const names = (await caches.keys()).filter((name) => /-(lists|articles)-/.test(name));
          const keys = await Promise.all(
            names.map(async (name) => (await caches.open(name)).keys()),
          );
          return keys.flat().map(({ url }) => new URL(url).pathname);
        });
      await open(page, line, `/app?lang=ro`);
      await controlled(page);
      await expect.poll(kept).toEqual(expect.arrayContaining(['/lawchanges', '/site', '/topics']));
      await open(page, line, `/app?articleId=${first?.slug}&lang=ro`);
      await page.goto(`${line.url}/app?screen=about&lang=ro`);

      await line.cut(page);
      for (const address of ['/app?lang=ro', `/app?articleId=${first?.slug}&lang=ro`]) {
        await page.goto(line.url + address);
        await page.locator('#content h1').waitFor();
        await line.cut(page);
        await page.getByText(/^Nu ai conexiune/).waitFor();
        expect(await page.locator('html').getAttribute('lang')).toBe('ro');
        expect(await page.locator('h2').count()).toBeGreaterThan(0);
      }
      // A screen that was not opened before is in the same language.
      await page.goto(`${line.url}/app?screen=search&q=apicultura&lang=ro`);
      await page.getByRole('heading', { level: 1, name: 'Căutare' }).waitFor();
    });
  });

  test('only public responses are cached; what was read stays, the rest loads by itself once online', async () => {
    const articles = await listed();
    const [first, second] = articles.map(({ slug }) => slug);
    await visitByLine({ language: 'ro' }, async (page, line) => {
      const title = page.getByRole('heading', { level: 1 });
      await searchReady();
      await open(page, line, '/app');
      await controlled(page);
      await open(page, line, '/app');
      await expectPublicOnly(page);
      const titles: string[] = [];
      for (const slug of [first, second]) {
        await open(page, line, `/app?articleId=${slug}`);
        titles.push((await title.textContent()) ?? '');
      }

      await line.cut(page);
      await page.goto(`${line.url}/app`);
      await page.getByRole('article').first().waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe('ro');
      for (const [index, slug] of [first, second].entries()) {
        await page.goto(`${line.url}/app?articleId=${slug}`);
        await page.getByRole('heading', { level: 1, name: titles[index] ?? '' }).waitFor();
      }
      await page.goto(`${line.url}/app?screen=chat`);
      await title.waitFor();

      await page.goto(`${line.url}/app`);
      await page.getByRole('article').first().waitFor();
      await line.cut(page);
      await page.getByText(/^Nu ai conexiune/).waitFor();
      await page.locator(`h3 a:not([href*="${first}"]):not([href*="${second}"])`).first().click();
      const waiting = page.getByText(/se va încărca singur/);
      await waiting.waitFor();
      await line.connect(page);
      await waiting.waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 2 }).first().waitFor();

      // A search that was not used before waits too.
      await goTo(page, '/app');
      await line.cut(page);
      await page.getByText(/^Nu ai conexiune/).waitFor();
      await page.getByRole('searchbox').fill('tva');
      await page.keyboard.press('Enter');
      await page.getByText('Lista se va încărca singură').waitFor();
      await line.connect(page);
      await page.getByRole('article').first().waitFor();
    });
  });
});

describe('a new version', () => {
  test('a broken worker changes nothing, one of the same build takes over, a newer one is offered', async () => {
    const proxy = await startProxy();
    try {
      await visit(
        { language: 'en', serviceWorkers: 'allow', expectErrors: offline },
        async (page) => {
          let loads = 0;
          page.on('load', () => {
            loads += 1;
          });
          const notice = page.getByText('A new version is ready.');
          await page.goto(`${proxy.url}/app?screen=about`);
          await settled(page);
          await controlled(page);

          // A later worker whose shell belongs to another build.
          const worker = await (await fetch(`${base}/service-worker.js`)).text();
          expect(worker).toContain('screen=shell');
          let shells = 0;
          // An update that began earlier may ask for the broken worker's shell after the next change.
          const serve = (change: (text: string) => string) =>
            proxy.change((path, text) => {
              if (path === '/service-worker.js') return change(text);
              if (!path.startsWith('/app?screen=shell-broken')) return undefined;
              shells += 1;
              return 'another build';
            });
          serve(
            (text) =>
              markedWhenActivated('broken') +
              text.replaceAll('screen=shell', 'screen=shell-broken'),
          );
          await updateUntil(page, async () => shells > 0);
          await page.waitForFunction(
            async () => (await navigator.serviceWorker.ready).installing === null,
          );
          await page.context().setOffline(true);
          await page.reload();
          await settled(page);
          await page.context().setOffline(false);
          expect(await isActivated(page, 'broken')).toBe(false);

          loads = 0;
          serve((text) => markedWhenActivated('same') + text);
          await updateUntil(page, () => isActivated(page, 'same'));
          expect(await notice.count()).toBe(0);

          const other = `self.addEventListener('message', (event) => {
          if (event.data.type !== 'is_yours') return;
          event.ports[0].postMessage(false);
          event.stopImmediatePropagation();
        });`;
          serve((text) => other + text);
          await page.getByRole('link', { name: 'Assistant' }).focus();
          await updateUntil(page, () => notice.isVisible());
          expect(await page.locator(':focus').textContent()).toBe('Assistant');
          expect(loads).toBe(0);
          await page.getByRole('button', { name: 'Reload' }).click();
          await notice.waitFor({ state: 'detached' });
          await expect.poll(() => loads).toBe(1);
          await settled(page);
          expect(await isActivated(page, 'broken')).toBe(false);
        },
      );
    } finally {
      await proxy.stop();
    }
  });
});
