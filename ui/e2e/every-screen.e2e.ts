import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { busyReader, readerScreens, signUp, visitAsReader } from './reader-steps.ts';
import { base, useServer } from './server.ts';
import { Stage } from './stage.ts';
import {
  expectAccessible,
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

describe('every screen', () => {
  test('pages have a strict content security policy', async () => {
    const policy = (await fetch(`${base}/app`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  for (const look of looks) {
    test(`has no accessibility violations: ${look.theme}, ${look.viewport.width}`, async () => {
      await visit({ ...look, language: 'en', expectErrors: /404/ }, async (page) => {
        for (const [name, address] of Object.entries(addresses)) {
          await open(page, address);
          await expectAccessible(page, name);
        }
        await page.goto(`${base}/app?articleId=no-such-law`);
        await settled(page);
        await expectAccessible(page, 'no article');

        await open(page, addresses.article);
        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByRole('menu').waitFor();
        await expectAccessible(page, 'share menu', { popup: true });
        await page.keyboard.press('Escape');
        if (look.viewport.width < 960) {
          await page.getByRole('button', { name: 'Menu' }).click();
          await page.getByRole('dialog').waitFor();
          await expectAccessible(page, 'drawer', { popup: true });
        }
      });
    });
  }

  for (const language of ['en', 'ro'] as const) {
    test(`everything fits 320 pixels, also with larger text: ${language}`, async () => {
      await visit({ language, viewport: { width: 320, height: 640 } }, async (page) => {
        for (const [name, address] of Object.entries(addresses)) {
          await open(page, address);
          await page.evaluate(() => {
            document.documentElement.dataset.textSize = 'larger';
          });
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(width, name).toBeLessThanOrEqual(320);
        }
      });
    });
  }

  test('everything fits when the text is twice as large', async () => {
    await visit({ language: 'ro', viewport: { width: 720, height: 500 } }, async (page) => {
      for (const [name, address] of Object.entries(addresses)) {
        await open(page, address);
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%';
        });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, name).toBeLessThanOrEqual(720);
      }
    });
  });
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
    test(`has no accessibility violations: ${look.theme}, ${look.viewport.width}, ${look.language}`, async () => {
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
            await visitAsReader(page, stage, address);
            // At the end of the page: a target that the bar covers in part counts as too small.
            await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
            await expectAccessible(page, name);
          }
          await dialogs(page, stage);
        });
      });
    });
  }

  for (const language of ['en', 'ro'] as const) {
    test(`everything fits 320 pixels, and 720 with doubled text: ${language}`, async () => {
      await Stage.with({}, async (stage) => {
        await visit({ language, viewport: { width: 320, height: 640 } }, async (page) => {
          await busyReader(page, stage, language);
          const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
          for (const [name, address] of Object.entries(readerScreens)) {
            await page.setViewportSize({ width: 320, height: 640 });
            await visitAsReader(page, stage, address);
            await page.evaluate(() => {
              document.documentElement.dataset.textSize = 'larger';
            });
            expect(await wide(), name).toBeLessThanOrEqual(320);
            await page.setViewportSize({ width: 720, height: 500 });
            await page.evaluate(() => {
              delete document.documentElement.dataset.textSize;
              document.documentElement.style.fontSize = '200%';
            });
            expect(await wide(), name).toBeLessThanOrEqual(720);
          }
        });
      });
    });
  }
});
