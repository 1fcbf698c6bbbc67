import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { launch } from './browser.mjs';
import { giveBack, takeProfile } from './profile.ts';
import { base } from './server.ts';

export interface Visit extends BrowserContextOptions {
  theme?: 'light' | 'dark';
  language?: 'en' | 'ro';
  /** Unset, the consent banner is shown. */
  consent?: 'accepted' | 'rejected';
  /** Console errors that the journey provokes, such as the one about a 404. */
  expectErrors?: RegExp;
}

/** Makes the storage of the pages throw, as browsers do that forbid it. */
export async function forbidStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });
}

let browser: Browser | undefined;

/** Starts the browser of this worker, which its later files share. Call once per file. */
export function useBrowser(): void {
  beforeAll(async () => {
    if (!browser?.isConnected()) browser = await launch();
  });
}

/**
 * Runs a journey in an empty browser profile.
 *
 * Any console error fails the journey, including violations of the content security policy.
 */
export async function visit(options: Visit, journey: (page: Page) => Promise<void>): Promise<void> {
  const { theme, language, consent, expectErrors, ...special } = options;
  if (!browser) throw new Error('Call useBrowser first.');
  const profile = await takeProfile(browser, special);
  const { page } = profile;
  const kept = Object.entries({
    theme,
    language,
    'analytics-consent': consent,
  });
  const errors: string[] = [];
  try {
    await page.addInitScript((values) => {
      if (window.location.protocol === 'about:') return;
      for (const [key, value] of values) if (value) localStorage.setItem(key, value);
    }, kept);
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !expectErrors?.test(text)) errors.push(text);
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await journey(page);
    expect(errors).toEqual([]);
  } catch (error) {
    profile.isSpoilt = true;
    // biome-ignore lint/suspicious/noConsole: beside the error, in the output of the tests
    console.error(await whatItShows(page, errors));
    throw error;
  } finally {
    await giveBack(profile);
  }
}

/** What a failed journey left: without it, a failure that does not come again cannot be explained. */
async function whatItShows(page: Page, errors: string[]): Promise<string> {
  const body = await page
    .locator('#content, body')
    .last()
    .ariaSnapshot({ timeout: 5000 })
    .catch(String);
  return [`The page shows ${page.url()}`, body.slice(0, 1500), ...errors].join('\n');
}

/** Opens a path of this file's server and waits until the page has loaded. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(base + path);
  await settled(page);
}

/** Goes to another screen as the links of the application do, with a third of the work of a new document. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.locator('#content h1').evaluate((title, address) => {
    title.setAttribute('data-left', '');
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('#content h1:not([data-left])').waitFor();
  await settled(page);
}

export async function settled(page: Page): Promise<void> {
  await page.locator('#content h1').waitFor();
  // Of several parts that load, each becomes the first when those before it are there.
  const loading = page.locator('#content [role=status]', { hasText: /^(Loading|Se încarcă)/ });
  await loading.first().waitFor({ state: 'detached' });
}

/**
 * The looks in which a page is examined: each theme, width and language once. Not every combination
 * is worth the seconds that axe takes; the contrast of both themes has a unit test of its own.
 */
export const looks = [
  { theme: 'light', language: 'en', viewport: { width: 1440, height: 900 } },
  { theme: 'dark', language: 'ro', viewport: { width: 390, height: 844 } },
] as const;

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules of axe that a page must meet, by their tags. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Runs axe over the page, with all rules or with these.
 *
 * With an open popup three findings are ignored: the library's focus guards, which pass the focus on
 * immediately, the portal outside of the landmarks, and targets of the content that the popup
 * covers in part. With `contentOnly` the frame is left out, which was examined with another page.
 */
export async function expectAccessible(
  page: Page,
  where: string,
  {
    popup = false,
    contentOnly = false,
    rules,
  }: { popup?: boolean; contentOnly?: boolean; rules?: string[] } = {},
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const context: ElementContext = {
    ...(popup && { exclude: [['[data-base-ui-focus-guard]'], ['#content']] }),
    include: [[contentOnly ? '#content' : 'html']],
  };
  const options: RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags },
    ...(popup && { rules: { region: { enabled: false } } }),
    // A selector for every element that passes would take longer than all rules.
    resultTypes: ['violations'],
    selectors: false,
  };
  const run = `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`);
  expect(found, where).toEqual([]);
}

/**
 * The rules of axe that depend on widths and positions. Of colours, axe sees which stand together in one theme; a unit
 * test reads all pairs from the style sheets and checks them in both.
 */
const looksRules = ['link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/**
 * Runs axe over the page, which must be wide and light, with all rules; over the narrow and dark one with those
 * that can differ; and checks that the page fits.
 */
export async function expectSound(page: Page, where: string): Promise<void> {
  await toTheEnd(page);
  await expectAccessible(page, where);
  const [wide, narrow] = looks;
  await setLook(page, narrow);
  await toTheEnd(page);
  await expectAccessible(page, `${where}, narrow and dark`, { rules: looksRules });
  await expectFitting(page, where);
  await setLook(page, wide);
}

/** Scrolls to where no bar covers a target in part, which would count as too small; the one at the top stays there. */
const toTheEnd = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector<HTMLElement>('header.bar');
    if (bar) bar.style.position = 'static';
    window.scrollTo(0, document.body.scrollHeight);
  });

/** Shows the page in another theme and width without loading it again. */
async function setLook(page: Page, { theme, viewport }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    document.documentElement.style.fontSize = '';
  }, theme);
}

/** Checks that the page fits 320 pixels with larger text, and 720 with doubled text; leaves it so. */
export async function expectFitting(page: Page, where: string): Promise<void> {
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.dataset.textSize = 'larger';
  });
  expect(await wide(), where).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 720, height: 500 });
  await page.evaluate(() => {
    delete document.documentElement.dataset.textSize;
    document.documentElement.style.fontSize = '200%';
  });
  expect(await wide(), where).toBeLessThanOrEqual(720);
}

/** Presses Tab until the focused element has this name; fails when it is not reachable. */
export async function tabTo(page: Page, name: RegExp, most = 90): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element?.getAttribute('aria-label');
      const field = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : '';
      return label || field || element?.textContent || '';
    });
    if (name.test(focused.trim())) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

interface Listed {
  slug: string;
  title: string;
  importance: number;
  topic: string;
  next_entry: number | null;
}

export async function listed(query = ''): Promise<Listed[]> {
  const answer = await fetch(`${base}/lawchanges?limit=100&lang=en${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Listed[];
}

export const words = ['Unknown Impact', 'Trivial', 'Minor', 'Moderate', 'Important', 'Urgent'];

export const screens = {
  home: '/app',
  auth: '/app?screen=auth',
  notifications: '/app?screen=notifications',
  chat: '/app?screen=chat',
  about: '/app?screen=about',
  options: '/app?screen=options',
  coverage: '/app?screen=coverage',
  deadlines: '/app?screen=deadlines',
  questions: '/app?screen=questions',
};
