import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { busyReader, readerScreens, signUp, visitAsReader } from './reader-steps.ts';
import { base, useServer } from './server.ts';
import { Stage } from './stage.ts';
import {
  expectAccessible,
  expectFitting,
  listed,
  looks,
  open,
  screens,
  settled,
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

/** Scrolls to where no bar covers a target in part, which would count as too small. */
const toTheEnd = (page: Page) =>
  page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

describe('every screen', () => {
  test('pages have a strict content security policy', async () => {
    const policy = (await fetch(`${base}/app`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  for (const look of looks) {
    test(`is accessible and fits: ${look.theme}, ${look.viewport.width}, ${look.language}`, async () => {
      await visit({ ...look, expectErrors: /404/ }, async (page) => {
        for (const [name, address] of Object.entries(addresses)) {
          await page.setViewportSize(look.viewport);
          await open(page, address);
          await toTheEnd(page);
          await expectAccessible(page, name);
          await expectFitting(page, name);
        }
        await page.setViewportSize(look.viewport);
        await page.goto(`${base}/app?articleId=no-such-law`);
        await settled(page);
        await expectAccessible(page, 'no article');

        await open(page, addresses.article);
        await page.getByRole('button', { name: /^(Share|Distribuie)$/ }).click();
        await page.getByRole('menu').waitFor();
        await expectAccessible(page, 'share menu', { popup: true });
        await page.keyboard.press('Escape');
        if (look.viewport.width < 960) {
          await page.getByRole('button', { name: /^(Menu|Meniu)$/ }).click();
          await page.getByRole('dialog').waitFor();
          await expectAccessible(page, 'drawer', { popup: true });
        }
      });
    });
  }
});

describe('every screen of a reader', () => {
  async function dialogs(page: Page, stage: Stage): Promise<void> {
    await visitAsReader(page, stage, readerScreens.article);
    await page.getByRole('button', { name: /^(More actions|Mai multe acțiuni)$/ }).click();
    await page.getByRole('menu').waitFor();
    await expectAccessible(page, 'more', { popup: true });
    await page.getByRole('menuitem').last().click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await page.getByRole('dialog').getByRole('button').first().click();
    await expectAccessible(page, 'report', { popup: true });
    await visitAsReader(page, stage, readerScreens.account);
    await page.getByRole('button', { name: /^(Delete my account|Șterge contul)$/ }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await expectAccessible(page, 'delete', { popup: true });
  }

  for (const look of looks) {
    test(`is accessible and fits: ${look.theme}, ${look.viewport.width}, ${look.language}`, async () => {
      await Stage.with({}, async (stage) => {
        await visit(look, async (page) => {
          await signUp(page, stage, { email: 'gol@exemplu.ro' });
          for (const screen of ['notifications', 'liked', 'bookmarks'] as const) {
            await visitAsReader(page, stage, readerScreens[screen]);
            await expectAccessible(page, `${screen}, empty`);
          }
        });
        await visit(look, async (page) => {
          await busyReader(page, stage, look.language);
          for (const [name, address] of Object.entries(readerScreens)) {
            await page.setViewportSize(look.viewport);
            await visitAsReader(page, stage, address);
            await toTheEnd(page);
            await expectAccessible(page, name);
            await expectFitting(page, name);
          }
          await page.setViewportSize(look.viewport);
          await dialogs(page, stage);
        });
      });
    });
  }
});
