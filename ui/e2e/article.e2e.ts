import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { framesOf, openHeld, places } from './served-page.ts';
import { base, useServer } from './server.ts';
import { listed, settled, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

const path = '/app?articleId=hg-146-2026-salariu-minim&lang=ro';
const parts = ['h1', '.in-short-what', '.in-short-row', '.step'];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function open(page: Page, address = path): Promise<void> {
  await page.goto(base + address);
  await page.locator('#in-short').waitFor();
  await settled(page);
}

/* With `optional`, a page whose faces come late keeps the fallbacks. */
async function awaitFaces(page: Page): Promise<void> {
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('font-display:optional', 'font-display:block');
    await route.fulfill({ response, body });
  });
}

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page.`);
  return box;
};

describe('an article answers the reader’s questions', () => {
  test('on a phone: "in short" on the first screen, and the first step just below', () =>
    visit({ language: 'ro', ...phone }, async (page) => {
      await awaitFaces(page);
      await open(page);
      await page.evaluate(() => document.fonts.ready);
      const bar = await boxOf(page, '[role="group"]');
      const box = await boxOf(page, '.in-short');
      expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
      expect((await boxOf(page, '.step')).y).toBeLessThan(900);
      expect(bar.height).toBeLessThanOrEqual(65);
    }));

  test('a step that is ticked off stays so', () =>
    visit({ language: 'ro', ...phone }, async (page) => {
      await open(page);
      const [first, second] = await page.locator('.step-text').allTextContents();
      const row = page.locator('.in-short-row', { hasText: /^(Primul pas|Pasul următor)/ });
      expect(await row.textContent()).toContain(first);
      await page.getByRole('checkbox').first().check();
      expect(await row.textContent()).toContain(second);
      await page.reload();
      await settled(page);
      await expect.poll(() => page.getByRole('checkbox').first().isChecked()).toBe(true);
    }));

  test('a day is saved as a calendar file', () =>
    visit({ language: 'ro', ...phone }, async (page) => {
      const dated = (await listed()).find(({ next_entry }) => next_entry !== null);
      await open(page, `/app?articleId=${dated?.slug}&lang=ro`);
      await page.getByRole('button', { name: /^Calendar: / }).click();
      const item = page.getByRole('menuitem').first();
      const [file] = await Promise.all([page.waitForEvent('download'), item.click()]);
      expect(file.suggestedFilename()).toMatch(/\.ics$/);
      const text = await readFile(await file.path(), 'utf8');
      expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*DTSTART;VALUE=DATE:\d{8}\r\n/);
    }));

  for (const viewport of [
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ]) {
    test(`what the server sent stays when the app takes over: ${viewport.width}`, () =>
      visit({ language: 'ro', viewport, consent: 'rejected' }, async (page) => {
        const letCome = await openHeld(page, base + path, 'article-screen');
        const sent = await places(page, parts);
        expect(sent['.in-short-what']?.text).toMatch(/lei/);
        const paragraph = await framesOf(page, '.in-short-what');
        await letCome();
        await settled(page);
        expect(await places(page, parts)).toEqual(sent);
        expect(await paragraph()).toHaveLength(1);
      }));
  }
});
