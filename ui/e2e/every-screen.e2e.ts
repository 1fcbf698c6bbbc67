import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { busyReader, readerScreens, signUp, visitAsReader } from './reader-steps.ts';
import { base, useServer } from './server.ts';
import { Stage } from './stage.ts';
import {
  expectAccessible,
  expectSound,
  goTo,
  listed,
  open,
  screens,
  useBrowser,
  visit,
} from './support.ts';

useBrowser();
await useServer();

const [newest] = await listed();
const addresses = {
  ...screens,
  article: `/app?articleId=${newest?.slug}`,
};

const narrow = { width: 390, height: 844 };
const narrowest = { width: 320, height: 640 };

describe('every screen', () => {
  test('pages have a strict content security policy', async () => {
    const policy = (await fetch(`${base}/app`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types paragraf");
    expect(policy).not.toContain('unsafe');
  });

  test('is accessible and fits', async () => {
    await visit({ language: 'en', expectErrors: /404/ }, async (page) => {
      await open(page, '/app');
      for (const [name, address] of Object.entries(addresses)) {
        if (name !== 'home') await goTo(page, address);
        await expectSound(page, name);
      }
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('menu').waitFor();
      await expectAccessible(page, 'share menu', { popup: true });
      await page.keyboard.press('Escape');
      await page.setViewportSize(narrow);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').waitFor();
      await expectAccessible(page, 'drawer', { popup: true });
      await page.keyboard.press('Escape');
      await open(page, '/app?articleId=no-such-law');
      await expectAccessible(page, 'no article');
    });
  });
});

describe('every screen with text twice as large', () => {
  test('fits a phone', async () => {
    await visit({ language: 'ro', viewport: narrowest, expectErrors: /404/ }, async (page) => {
      await page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = '200%';
        }),
      );
      await open(page, '/app?lang=ro');
      for (const [name, address] of Object.entries(addresses)) {
        if (name !== 'home') await goTo(page, address);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(
          narrowest.width,
        );
        const menu = await page.getByRole('button', { name: 'Meniu' }).boundingBox();
        expect((menu?.x ?? 0) + (menu?.width ?? 0), name).toBeLessThanOrEqual(narrowest.width);
      }
      // The error page has no frame.
      await page.goto(`${base}/none`);
      await page
        .locator('#root')
        .getByRole('link', { name: 'Înapoi la pagina principală' })
        .waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrowest.width);
    });
  });
});

describe('every screen of a reader', () => {
  async function dialogs(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Mai multe acțiuni' }).click();
    await page.getByRole('menu').waitFor();
    await expectAccessible(page, 'more', { popup: true });
    await page.getByRole('menuitem').last().click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await page.getByRole('dialog').getByRole('button').first().click();
    await expectAccessible(page, 'report', { popup: true });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await goTo(page, readerScreens.account);
    await page.getByRole('button', { name: 'Șterge contul' }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await expectAccessible(page, 'delete', { popup: true });
  }

  test('is accessible when it is empty', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'ro', viewport: narrow, theme: 'dark' }, async (page) => {
        await signUp(page, stage, { email: 'gol@exemplu.ro' });
        await visitAsReader(page, stage);
        for (const screen of ['notifications', 'liked', 'bookmarks'] as const) {
          await goTo(page, readerScreens[screen]);
          await expectAccessible(page, `${screen}, empty`);
        }
      });
    });
  });

  test('is accessible and fits', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'ro' }, async (page) => {
        await busyReader(page, stage, 'ro');
        await visitAsReader(page, stage);
        for (const [name, address] of Object.entries(readerScreens)) {
          await goTo(page, address);
          await expectSound(page, name);
        }
        await page.setViewportSize(narrow);
        await dialogs(page);
      });
    });
  });
});
