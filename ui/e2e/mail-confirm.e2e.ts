import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  ana,
  asked,
  expectFocus,
  expectForgetful,
  follow,
  headed,
  readingMail,
  status,
  subscribe,
} from './mail-steps.ts';
import { inTime } from './patience.ts';
import { requestsTo } from './reader-steps.ts';
import { expectAccessible, expectSound, settled, tabTo, useBrowser } from './support.ts';

useBrowser();

const day = 24 * 3600;

describe('confirming a subscription', () => {
  test('one tap on the mailed link confirms, and can be undone', () =>
    readingMail({ language: 'en' }, async (page, stage) => {
      await page.goto(`${stage.url}/?lang=en`);
      await page.getByLabel('E-mail address').first().fill(ana);
      await page.getByRole('button', { name: 'Notify me' }).first().click();
      await page.getByText('Subscribed successfully!', { exact: true }).waitFor();
      await page.getByText(/^We have just sent you a message/).waitFor();

      const link = await stage.sentLink(ana, '/mail/confirm');
      const sent = requestsTo(page, /^\/subscriptions\/[\w-]+\/confirm$/);
      expect((await fetch(link)).status).toBe(200);
      expect(await status(stage, link)).toBe('unconfirmed');
      await follow(page, link);
      await headed(page, 'You are subscribed');
      await expectFocus(page, 'You are subscribed');
      expect(sent.map((request) => request.method())).toEqual(['POST']);
      expect(await status(stage, link)).toBe('confirmed');
      expect(await page.locator('#content').textContent()).not.toContain(ana);

      await page.reload();
      await headed(page, 'You are already subscribed');
      await page.getByRole('button', { name: 'Cancel the subscription' }).click();
      await headed(page, 'Subscription cancelled');
      expect(await status(stage, link)).not.toBe('confirmed');
      await page.getByRole('button', { name: 'Subscribe again' }).click();
      await headed(page, 'You are subscribed');
      expect(await status(stage, link)).toBe('confirmed');
      await expectForgetful(page, link);
    }));

  test('the page links to the settings, which can be changed there', () =>
    readingMail({ language: 'en' }, async (page, stage) => {
      const link = await asked(stage);
      await follow(page, link);
      await page.getByRole('link', { name: 'Choose what you get' }).click();
      await headed(page, 'What we send you');
      await page.getByLabel('News about Paragraf').uncheck();
      await page.getByText('Saved.').waitFor();
    }));

  test('an expired link asks for the address, and the next link works', () =>
    readingMail({ language: 'en', expectErrors: /410/ }, async (page, stage) => {
      const link = await asked(stage);
      await stage.advance(31 * day);
      await follow(page, link);
      await headed(page, 'This link has expired');
      await page.getByLabel('E-mail address').fill(ana);
      await page.getByRole('button', { name: 'Notify me' }).click();
      await page.getByText('Subscribed successfully!', { exact: true }).waitFor();
      const next = await stage.sentLink(ana, '/mail/confirm');
      expect(next).not.toBe(link);
      await follow(page, next);
      await headed(page, 'You are subscribed');
    }));

  test('without JavaScript a form confirms', () =>
    readingMail({ javaScriptEnabled: false }, async (page, stage) => {
      const link = await asked(stage);
      await page.goto(link);
      const button = page.locator('form button');
      await expectFormOnly(page.locator('form'));
      await button.click();
      await expect.poll(() => status(stage, link)).toBe('confirmed');
    }));

  test('works with the keyboard alone', () =>
    readingMail({ language: 'en' }, async (page, stage) => {
      const link = await asked(stage);
      await follow(page, link);
      await headed(page, 'You are subscribed');
      await tabTo(page, /^Cancel the subscription$/);
      await page.keyboard.press('Enter');
      await headed(page, 'Subscription cancelled');
      await expectFocus(page, 'Subscription cancelled');
      await page.keyboard.press('Tab');
      await expectFocus(page, 'Subscribe again');
      await page.keyboard.press('Space');
      await headed(page, 'You are subscribed');
    }));

  test('is accessible and fits', () =>
    readingMail({ language: 'ro', expectErrors: /4(00|10)/ }, async (page, stage) => {
      await follow(page, await asked(stage, ana, 'ro'));
      await page.locator('#content dl').waitFor();
      await expectSound(page, 'confirmed');
      await page.locator('#content button').last().click();
      await page.locator('#content dl').waitFor({ state: 'detached' });
      await expectAccessible(page, 'cancelled');
      await subscribe(stage, 'ion@exemplu.ro');
      const other = await stage.sentLink('ion@exemplu.ro', '/mail/confirm');
      await stage.advance(31 * day);
      await follow(page, other);
      await page.locator('#content form').waitFor();
      await expectSound(page, 'expired');
    }));

  test('loads little beyond the common scripts, and nothing of other screens', () =>
    readingMail({ language: 'en', viewport: { width: 390, height: 844 } }, async (page, stage) => {
      const link = await asked(stage);
      const everywhere = new Set<string>();
      const loaded: Array<Promise<readonly [string, number]>> = [];
      const onAnotherPage = (response: Response) =>
        everywhere.add(new URL(response.url()).pathname);
      page.on('response', onAnotherPage);
      await page.goto(`${stage.url}/app?screen=about`);
      await settled(page);
      await page.waitForLoadState('networkidle');
      page.off('response', onAnotherPage);
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (!pathname.endsWith('.js') || everywhere.has(pathname)) return;
        const size = response.body().then((body) => gzipSync(body, { level: 9 }).length);
        loaded.push(size.then((bytes) => [pathname, bytes]));
      });
      await follow(page, link);
      await headed(page, 'You are subscribed');
      await page.waitForLoadState('networkidle');
      const scripts = await inTime('reading the scripts', Promise.all(loaded));
      const names = scripts.map(([path]) => path).join(' ');
      expect(names).not.toMatch(/home-screen|account-screen|article-screen|remove-dialog/);
      expect(scripts.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(20_000);
    }));
});

async function expectFormOnly(form: import('playwright-core').Locator): Promise<void> {
  await form.waitFor();
  expect((await form.getAttribute('method'))?.toLowerCase()).toBe('post');
}
