import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  ana,
  call,
  expectFocus,
  expectForgetful,
  follow,
  headed,
  readingMail,
  status,
  subscribed,
  subscription,
} from './mail-steps.ts';
import { signUp, visitAsReader } from './reader-steps.ts';
import { card, follow as press } from './sign-in-steps.ts';
import { expectAccessible, expectSound, tabTo, useBrowser } from './support.ts';

useBrowser();

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Makes a change and waits until it is saved. */
async function saving(page: Page, work: () => Promise<void>): Promise<void> {
  const path = /\/(subscriptions|users\/mail-preferences)\/[\w-]+$/;
  const posts = (method: string, url: string) => method === 'POST' && path.test(url);
  const answer = page.waitForResponse((one) => posts(one.request().method(), one.url()));
  await work();
  expect((await answer).status()).toBe(200);
  await page.getByText('Saved.').waitFor();
}

describe('the settings page of a mailed link', () => {
  test('each choice is saved immediately', () =>
    readingMail({ language: 'en' }, async (page, stage) => {
      const { preferences } = await subscribed(stage);
      await follow(page, preferences);
      await page.getByText(/^To a\*+p@exemplu\.ro\.$/).waitFor();
      await saving(page, () => group(page, 'Summary').getByLabel('Every day').check());
      await saving(page, async () => {
        await page.getByLabel('What goes into the summary').selectOption('All changes');
      });
      await saving(page, () => page.getByLabel('Even when nothing has changed').check());
      await saving(page, () =>
        group(page, 'Right away, by e-mail').getByLabel('Important too').check(),
      );
      await saving(page, () => page.getByLabel('Deadlines, on Mondays').uncheck());
      await group(page, 'Topics').getByLabel('Chosen topics').check();
      await page.getByText('Until you tick one, all topics count.').waitFor();
      await saving(page, () => page.getByLabel('Employment').check());
      await saving(page, () => page.getByRole('button', { name: '2 weeks' }).click());
      const kept = await subscription(stage, preferences);
      expect(kept.preferences).toMatchObject({
        topics: ['munca'],
        urgent_from: 4,
        digest: 'daily',
        digest_from: 1,
        digest_when_empty: true,
        deadlines: false,
        news: true,
      });
      expect(kept.preferences.paused_until).toMatch(/^\d{4}-\d\d-\d\d$/);

      await page.reload();
      await page.getByText(/^Paused until /).waitFor();
      expect(await page.getByLabel('Employment').isChecked()).toBe(true);
      await saving(page, () => page.getByRole('button', { name: 'End the pause' }).click());
      await saving(page, () => group(page, 'Right away, by e-mail').getByLabel('Never').check());
      const { paused_until = null, urgent_from = null } = (await subscription(stage, preferences))
        .preferences;
      expect([paused_until, urgent_from]).toEqual([null, null]);
      await expectForgetful(page, preferences);
    }));

  test('the language of the mails follows that of the page', () =>
    readingMail({}, async (page, stage) => {
      const { preferences } = await subscribed(stage);
      await follow(page, preferences);
      // Not `check`: the choice renames its group, and what is checked may be gone.
      await group(page, 'Language').getByLabel('Română').click();
      await headed(page, 'Ce îți trimitem');
      await page.getByText('Salvat.').waitFor();
      expect((await subscription(stage, preferences)).language).toBe('ro');
      await page.reload();
      await headed(page, 'Ce îți trimitem');
    }));

  test('a failed save shows an error, keeps the choice and is retried', () =>
    readingMail({ language: 'en', expectErrors: /ERR_/ }, async (page, stage) => {
      const { preferences } = await subscribed(stage);
      await follow(page, preferences);
      await page.route('**/subscriptions/**', (route) => route.abort('internetdisconnected'));
      await page.getByLabel('News about Paragraf').uncheck();
      await page.getByText(/^Not saved\./).waitFor();
      expect(await page.getByLabel('News about Paragraf').isChecked()).toBe(false);
      await page.unroute('**/subscriptions/**');
      await saving(page, () => page.getByRole('button', { name: 'Try again' }).click());
      expect((await subscription(stage, preferences)).preferences.news).toBe(false);
    }));

  test('unsubscribing, resubscribing and deleting', () =>
    readingMail({ language: 'en', expectErrors: /404/ }, async (page, stage) => {
      const { preferences } = await subscribed(stage);
      await follow(page, preferences);
      await page.getByRole('button', { name: 'Stop all messages' }).click();
      await headed(page, 'You will get nothing more from us');
      expect(await status(stage, preferences)).toBe('left');
      await page.getByRole('button', { name: 'Undo' }).click();
      await headed(page, 'What we send you');
      expect(await status(stage, preferences)).toBe('confirmed');

      const button = page.getByRole('button', { name: 'Delete my data' });
      await button.click();
      const dialog = page.getByRole('dialog', { name: 'Delete your data?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expectFocus(page, 'Delete my data');
      await button.click();
      await dialog.getByRole('button', { name: 'Delete for good' }).click();
      await headed(page, 'Your data has been deleted');
      await expectFocus(page, 'Your data has been deleted');
      expect(await call(stage, preferences, 'GET')).toBe(404);
      await page.reload();
      await headed(page, 'This subscription no longer exists');
    }));

  test('works with the keyboard alone', () =>
    readingMail({ language: 'en' }, async (page, stage) => {
      const { preferences } = await subscribed(stage);
      await follow(page, preferences);
      await tabTo(page, /^Urgent only$/);
      await saving(page, () => page.keyboard.press('ArrowRight'));
      await tabTo(page, /^News about Paragraf$/);
      await saving(page, () => page.keyboard.press('Space'));
      await tabTo(page, /^1 month$/);
      await saving(page, () => page.keyboard.press('Enter'));
      await tabTo(page, /^Delete my data$/);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectFocus(page, 'Delete my data');
      expect((await subscription(stage, preferences)).preferences).toMatchObject({
        urgent_from: 4,
        news: false,
      });
    }));

  test('is accessible and fits', () =>
    readingMail({ language: 'ro' }, async (page, stage) => {
      const { preferences } = await subscribed(stage, ana, 'ro');
      await follow(page, preferences);
      await page.getByRole('group').nth(3).getByRole('radio').last().check();
      await expectSound(page, 'settings');
      await page.getByRole('button', { name: 'Șterge datele mele' }).click();
      await page.getByRole('dialog').waitFor();
      await expectAccessible(page, 'deleting', { popup: true });
    }));
});

describe('the settings of an account', () => {
  const account = '/app?screen=account';
  const title = 'E-mail and notifications';

  test('are saved immediately and shared with the page of a mailed link', () =>
    readingMail({ language: 'en' }, async (page, stage) => {
      await signUp(page, stage, { email: ana });
      await visitAsReader(page, stage, account);
      const mails = section(page, title);
      await mails.getByText(/^This address is not confirmed yet/).waitFor();
      await mails.getByRole('table', { name: 'By importance' }).waitFor();
      await saving(page, async () => {
        await mails.getByLabel('In the app').selectOption('“Important” and above');
      });
      await saving(page, () => group(page, 'Summary').getByLabel('Every day').check());
      await saving(page, () => mails.getByLabel('News about Paragraf').uncheck());
      const important = mails.getByRole('row', { name: /^Important/ });
      expect(await important.getByRole('cell').allTextContents()).toEqual(['yes', 'no', 'yes']);
      const moderate = mails.getByRole('row', { name: /^Moderate/ });
      expect(await moderate.getByRole('cell').allTextContents()).toEqual(['no', 'no', 'yes']);

      await page.reload();
      await mails.getByRole('table').waitFor();
      expect(await mails.getByLabel('In the app').inputValue()).toBe('4');
      // An address belongs to the account only once its owner has verified it.
      await press(page, await stage.link('verify_email'));
      await card(page, 'emailVerificationSuccess').waitFor();
      const { preferences } = await stage.mailLinks(ana);
      await follow(page, preferences);
      await page.getByText('This address has an account').waitFor();
      expect(await group(page, 'Summary').getByLabel('Every day').isChecked()).toBe(true);
      expect(await group(page, 'Topics').count()).toBe(0);
      await saving(page, () => page.getByLabel('Deadlines, on Mondays').uncheck());
      await visitAsReader(page, stage, account);
      await section(page, title).getByRole('table').waitFor();
      expect(await page.getByLabel('Deadlines, on Mondays').isChecked()).toBe(false);
    }));
});
