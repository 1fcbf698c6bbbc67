import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { base, useServer } from './server.ts';
import {
  expectAccessible,
  expectSound,
  forbidStorage,
  tabTo,
  useBrowser,
  visit,
} from './support.ts';

useBrowser();
await useServer();

const titles = {
  en: 'The law changes. Know what to do, in time.',
  ro: 'Legea se schimbă. Tu afli la timp ce ai de făcut.',
};

/* A new address each time, so that no subscription collides with another. */
const address = () => `journey-${crypto.randomUUID()}@example.org`;

async function openLanding(page: Page, path = '/'): Promise<void> {
  await page.goto(base + path);
  await ready(page);
}

const rejectButton = (page: Page) => page.getByRole('button', { name: /^(Reject|Refuz)$/ });

/** Waits for React: the banner is not part of the prerendered page. */
async function ready(page: Page): Promise<void> {
  await rejectButton(page).waitFor();
}

async function reject(page: Page): Promise<void> {
  await rejectButton(page).click();
  await rejectButton(page).waitFor({ state: 'detached' });
}

/** Changes the launch time in the server's response, without changing its configuration. */
async function launchAt(page: Page, launch_at: string): Promise<void> {
  await page.route('**/site', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), launch_at } });
  });
}

/** Waits until the page knows that early access is not open yet. */
const counting = (page: Page) =>
  page.getByText(/^(until early access opens|până la deschiderea)/).waitFor();

const soon = () => new Date(Date.now() + 3 * 86_400_000).toISOString();

describe('landing page', () => {
  test('has no accessibility violations', async () => {
    await visit({ language: 'ro' }, async (page) => {
      await openLanding(page);
      await expectSound(page, 'open');
      await page.getByRole('button', { name: /^Limba:/ }).click();
      await page.getByRole('menu').waitFor();
      await expectAccessible(page, 'menu');
      await launchAt(page, soon());
      await openLanding(page);
      await counting(page);
      await expectSound(page, 'counting');
    });
  });

  test('subscribing with the keyboard, the first time and again', async () => {
    const email = address();
    await visit({ expectErrors: /409/ }, async (page) => {
      await openLanding(page);
      await tabTo(page, /^Skip to the content$/, 1);
      await tabTo(page, /^Reject$/, 3);
      await page.keyboard.press('Enter');
      await rejectButton(page).waitFor({ state: 'detached' });
      await tabTo(page, /^E-mail address$/);
      await page.keyboard.type(email);
      await page.keyboard.press('Enter');
      const result = page.getByRole('status').first();
      await result.getByText('Subscribed successfully!', { exact: true }).waitFor();
      const field = page.getByRole('textbox', { name: 'E-mail address' }).first();
      expect(await field.inputValue()).toBe('');
      await page.keyboard.type(email);
      await page.keyboard.press('Enter');
      await result.getByText('Email was already subscribed', { exact: true }).waitFor();
      expect(await field.inputValue()).toBe('');
    });
  });

  test('over the limit a proof of work is computed within the content security policy', async () => {
    await visit({ expectErrors: /429/ }, async (page) => {
      await openLanding(page);
      const bodies: Array<{ proof?: { nonce: number } }> = [];
      await page.route('**/subscribe', async (route) => {
        bodies.push(route.request().postDataJSON());
        if (bodies.length > 1) return route.fulfill({ json: { message: 'ok' } });
        const proof = { salt: '00ff', target_bits: 14, expires_at: soon(), signature: 'aa' };
        return route.fulfill({ status: 429, json: { code: 'proof_required', error: 'x', proof } });
      });
      await page.getByRole('textbox').first().fill(address());
      await page.keyboard.press('Enter');
      await page.getByText('Subscribed successfully!').waitFor();
      expect(bodies.map(({ proof }) => typeof proof?.nonce)).toEqual(['undefined', 'number']);
    });
  });

  test('before its script has loaded the form is disabled and keeps the typed text', async () => {
    await visit({ consent: 'rejected' }, async (page) => {
      let come: () => void = () => {};
      const held = new Promise<void>((resolve) => {
        come = resolve;
      });
      await page.route('**/assets/*.js', async (route) => {
        await held;
        await route.continue();
      });
      const email = address();
      await page.goto(`${base}/?lang=en`, { waitUntil: 'commit' });
      const field = page.getByRole('textbox', { name: 'E-mail address' }).first();
      await field.fill(email);
      await page.keyboard.press('Enter');
      const button = page.getByRole('button', { name: 'Notify me' }).first();
      expect(await button.isDisabled()).toBe(true);
      come();
      await expect.poll(() => button.isEnabled()).toBe(true);
      expect(page.url()).toBe(`${base}/?lang=en`);
      expect(await field.inputValue()).toBe(email);
      await button.click();
      await page.getByText('Subscribed successfully!', { exact: true }).waitFor();
    });
  });

  test('prints black on white, also from the dark theme, without form and buttons', async () => {
    await visit({ theme: 'dark', consent: 'rejected' }, async (page) => {
      await page.goto(`${base}/?lang=ro`);
      await page.emulateMedia({ media: 'print' });
      const title = page.getByRole('heading', { level: 1 });
      const color = await title.evaluate((element) => getComputedStyle(element).color);
      expect(color).toBe('rgb(0, 0, 0)');
      expect(await page.locator('form, header nav').filter({ visible: true }).count()).toBe(0);
    });
  });

  test('when access is open the button opens the app in the same language', async () => {
    await visit({ language: 'ro' }, async (page) => {
      await openLanding(page);
      expect(await page.getByRole('timer').textContent()).toContain(
        '0 zile, 0 ore, 0 minute, 0 secunde',
      );
      await page.getByRole('link', { name: 'Citește schimbările legislative' }).first().click();
      await page.waitForURL(`${base}/app?lang=ro`);
      await page.locator('#content h1').waitFor();
    });
  });

  test('a stored language is shown from the first paint', async () => {
    await visit({ language: 'ro' }, async (page) => {
      await page.addInitScript(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        const look = () => {
          const title = document.querySelector('h1');
          const visible = title && getComputedStyle(title).visibility === 'visible';
          if (visible && seen.at(-1) !== title.textContent) seen.push(title.textContent);
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await openLanding(page);
      // On a busy machine the first frame comes after the page.
      const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
      await expect.poll(seen).toEqual([titles.ro]);
      // The page came from the server in English.
      expect(await page.locator('html').getAttribute('lang')).toBe('ro');
      const manifest = page.locator('link[rel="manifest"]');
      expect(await manifest.getAttribute('href')).toBe('/manifest.ro.webmanifest');
      await openLanding(page, '/?lang=en');
      await page.getByRole('heading', { level: 1, name: titles.en }).waitFor();
      await page.getByRole('button', { name: 'Language: En' }).hover();
      await page.getByRole('menuitemradio', { name: /^Ro/ }).click();
      await page.getByRole('heading', { level: 1, name: titles.ro }).waitFor();
      await page.waitForURL(`${base}/?lang=ro`);
    });
  });

  test('the page and its choices work without storage', async () => {
    await visit({}, async (page) => {
      await forbidStorage(page);
      await openLanding(page);
      await reject(page);
      await page.getByRole('button', { name: 'Language: En' }).click();
      await page.getByRole('menuitemradio', { name: /^Ro/ }).click();
      await page.getByRole('heading', { level: 1, name: titles.ro }).waitFor();
    });
  });

  for (const language of ['en', 'ro'] as const) {
    test(`the whole page is readable without JavaScript: ${language}`, async () => {
      await visit({ javaScriptEnabled: false }, async (page) => {
        await page.goto(`${base}/?lang=${language}`);
        await page.getByRole('heading', { level: 1, name: titles[language] }).waitFor();
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThanOrEqual(5);
        expect(await page.getByRole('textbox').count()).toBe(0);
        expect(await page.locator('form noscript').first().isVisible()).toBe(true);
        const other = language === 'en' ? 'ro' : 'en';
        await page.locator(`header a[hreflang=${other}]`).click();
        await page.getByRole('heading', { level: 1, name: titles[other] }).waitFor();
      });
    });

    test(`everything fits 320 pixels, and doubled text: ${language}`, async () => {
      await visit({ viewport: { width: 320, height: 640 } }, async (page) => {
        await launchAt(page, soon());
        await openLanding(page, `/?lang=${language}`);
        await counting(page);
        for (const [width, size] of [
          [320, '100%'],
          [320, '125%'],
          [390, '125%'],
          [720, '200%'],
        ] as const) {
          await page.setViewportSize({ width, height: 640 });
          await page.evaluate((fontSize) => {
            document.documentElement.style.fontSize = fontSize;
          }, size);
          await page.getByRole('button', { name: /^(Language|Limba):/ }).click();
          const menu = await page.getByRole('menu').boundingBox();
          expect(menu?.x, size).toBeGreaterThanOrEqual(0);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide, size).toBeLessThanOrEqual(width);
          await page.keyboard.press('Escape');
          await page.getByRole('menu').waitFor({ state: 'detached' });
        }
      });
    });
  }
});
