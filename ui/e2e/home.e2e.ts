import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  expectBell,
  lawChange,
  signUp,
  userData,
  visitAsReader,
  visitStage,
} from './reader-steps.ts';
import { Stage } from './stage.ts';
import { useBrowser, visit } from './support.ts';

useBrowser();

const phone = { language: 'en', viewport: { width: 390, height: 844 } } as const;
const mine = (page: Page) => page.getByRole('link', { name: /^Mine/ });

describe('what concerns the reader', () => {
  test('a visitor presses a role, which answers in place and stays on this device', async () => {
    await Stage.with({}, async (stage) => {
      await visit(phone, async (page) => {
        await visitStage(page, stage);
        await page.getByRole('heading', { level: 1, name: 'What concerns you?' }).waitFor();
        const role = page.getByRole('button', { name: /^I rent out/ });
        await role.click();
        await page.waitForURL(`${stage.url}/app?tab=mine`);
        await page.getByText(/concerns? you, maybe \d+ more|may concern you$/).waitFor();
        expect(await role.getAttribute('aria-pressed')).toBe('true');
        expect(await page.locator('h1').textContent()).not.toContain('What concerns you?');
        await page.getByRole('region', { name: /^May concern you/ }).waitFor();
        await visitStage(page, stage);
        await expect.poll(() => mine(page).getAttribute('aria-current')).toBe('page');
        await page.getByRole('link', { name: /^Change/ }).waitFor();
        expect(await role.count()).toBe(0);
      });
    });
  });

  test('a visitor chooses a topic, and signing in follows it', async () => {
    await Stage.with({}, async (stage) => {
      await visit(phone, async (page) => {
        await visitStage(page, stage);
        await page.getByRole('button', { name: /^Something else/ }).click();
        await page.getByRole('button', { name: 'Renting out', exact: true }).click();
        await page.waitForURL(`${stage.url}/app?tab=mine`);
        await page
          .getByText(/^because you chose/)
          .first()
          .waitFor();
        await visitStage(page, stage);
        await expect.poll(() => mine(page).getAttribute('aria-current')).toBe('page');

        const { uid, authorization } = await signUp(page, stage);
        await visitAsReader(page, stage);
        await page
          .getByText(/^because you follow/)
          .first()
          .waitFor();
        await expect
          .poll(async () => (await userData(stage, uid, authorization)).topics_followed)
          .toEqual(['inchirieri']);
        await expect
          .poll(() => page.evaluate(() => localStorage.getItem('paragraf::interests')))
          .toBeNull();
      });
    });
  });

  test('a newcomer has the roles and the whole of Home, and follows topics', async () => {
    await Stage.with({}, async (stage) => {
      await visit(phone, async (page) => {
        const { uid, authorization } = await signUp(page, stage);
        await visitAsReader(page, stage);
        await page
          .getByRole('heading', { level: 1, name: 'We don’t know yet what concerns you.' })
          .waitFor();
        await page.getByRole('button', { name: /^I rent out/ }).waitFor();
        await page.getByRole('button', { name: /^Something else/ }).click();
        await page.getByRole('button', { name: 'Employment', exact: true }).click();
        await expect.poll(() => mine(page).getAttribute('aria-current')).toBe('page');
        await page.getByRole('article').first().waitFor();
        await expect
          .poll(async () => (await userData(stage, uid, authorization)).topics_followed)
          .toEqual(['munca']);
      });
    });
  });

  test('what is published while Home is open waits for the reader', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'en' }, async (page) => {
        await signUp(page, stage);
        await visitAsReader(page, stage, '/app?topic=inchirieri&tab=all');
        const saved = page.waitForResponse('**/users/follow-topic');
        await page
          .getByRole('button', { name: /^Follow/ })
          .first()
          .click();
        await saved;
        await visitAsReader(page, stage);
        await stage.publish(lawChange('o-chirie', { topic: 'inchirieri' }));
        await expectBell(page, 1);
        await page.getByText('1 new change').waitFor();
        expect(await page.getByText('Legea despre o-chirie').count()).toBe(0);
        await page.getByRole('button', { name: 'Show' }).click();
        await page
          .getByRole('region', { name: /^New for you/ })
          .getByRole('link', { name: 'Legea despre o-chirie', exact: true })
          .waitFor();
      });
    });
  });
});
