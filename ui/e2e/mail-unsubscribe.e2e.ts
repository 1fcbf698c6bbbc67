import { describe, expect, test } from 'vitest';
import {
  ana,
  expectFocus,
  expectForgetful,
  follow,
  headed,
  readingMail,
  status,
  subscribed,
  subscription,
} from './mail-steps.ts';
import { requestsTo } from './reader-steps.ts';
import { expectAccessible, expectSound, tabTo, useBrowser } from './support.ts';

useBrowser();

describe('unsubscribing by a mailed link', () => {
  test('opening changes nothing, one press unsubscribes, one press undoes', () =>
    readingMail({ language: 'en' }, async (page, stage) => {
      const { unsubscribe } = await subscribed(stage);
      const sent = requestsTo(page, /^\/(subscriptions|mail)\//);
      await follow(page, unsubscribe);
      await page.getByText(/^One press, and we send nothing more to a\*+p@/).waitFor();
      expect(sent.filter((request) => request.method() !== 'GET')).toEqual([]);
      expect(await status(stage, unsubscribe)).toBe('confirmed');

      await page.getByRole('button', { name: 'Stop all messages' }).click();
      await headed(page, 'You will get nothing more from us');
      await expectFocus(page, 'You will get nothing more from us');
      expect(await status(stage, unsubscribe)).toBe('left');
      await page.reload();
      await headed(page, 'You will get nothing more from us');
      await page.getByRole('button', { name: 'Undo' }).click();
      await headed(page, 'You will get messages again');
      expect(await status(stage, unsubscribe)).toBe('confirmed');
      await expectForgetful(page, unsubscribe);
    }));

  test('choosing fewer mails sets exactly that', () =>
    readingMail({ language: 'en' }, async (page, stage) => {
      const { unsubscribe } = await subscribed(stage);
      const less = async (button: string, title: string) => {
        await follow(page, unsubscribe);
        await page.getByRole('button', { name: 'Stop all messages' }).click();
        await page.getByRole('button', { name: button }).click();
        await headed(page, title);
        return subscription(stage, unsubscribe);
      };
      const quiet = { deadlines: false, news: false };
      expect(await less('Only urgent changes', 'Only urgent changes from now on')).toMatchObject({
        status: 'confirmed',
        preferences: { ...quiet, digest: 'never', urgent_from: 5 },
      });
      const weekly = await less('One summary a week', 'One summary a week, nothing else');
      expect(weekly).toMatchObject({
        status: 'confirmed',
        preferences: { ...quiet, digest: 'weekly' },
      });
      expect(weekly.preferences.urgent_from ?? null).toBeNull();
      const pause = await less('A month’s break', 'Nothing for a month');
      expect(pause.status).toBe('confirmed');
      expect(pause.preferences.paused_until).toMatch(/^\d{4}-\d\d-\d\d$/);
      await page.getByRole('link', { name: 'All settings' }).click();
      await page.getByText(/^Paused until /).waitFor();
    }));

  test('a press unsubscribes without JavaScript', () =>
    readingMail({ javaScriptEnabled: false }, async (page, stage) => {
      const { unsubscribe } = await subscribed(stage);
      await page.goto(unsubscribe);
      expect(await status(stage, unsubscribe)).toBe('confirmed');
      await page.locator('form button').first().click();
      await expect.poll(() => status(stage, unsubscribe)).toBe('left');
    }));

  test('works with the keyboard alone', () =>
    readingMail({ language: 'en' }, async (page, stage) => {
      const { unsubscribe } = await subscribed(stage);
      await follow(page, unsubscribe);
      await tabTo(page, /^Stop all messages$/);
      await page.keyboard.press('Enter');
      await headed(page, 'You will get nothing more from us');
      await expectFocus(page, 'You will get nothing more from us');
      await page.keyboard.press('Tab');
      await expectFocus(page, 'Undo');
      await page.keyboard.press('Enter');
      await headed(page, 'You will get messages again');
    }));

  test('is accessible and fits', () =>
    readingMail({ language: 'ro', expectErrors: /400/ }, async (page, stage) => {
      const { unsubscribe } = await subscribed(stage, ana, 'ro');
      await follow(page, unsubscribe);
      await expectSound(page, 'asking');
      await page.locator('#content button').click();
      await page.locator('#content h2').waitFor();
      await expectSound(page, 'left');
      await follow(page, unsubscribe.slice(0, -3));
      await expectAccessible(page, 'no link');
    }));
});
