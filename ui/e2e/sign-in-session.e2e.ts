import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  account,
  ana,
  arrivedHome,
  button,
  card,
  cookie,
  follow,
  giveEmail,
  openAuth,
  signIn,
  signingIn,
  signOut,
  signUp,
  takes,
} from './sign-in-steps.ts';
import { useBrowser } from './support.ts';

useBrowser();

const refresh = '__Host-rt';

/* The buttons of a card on Home are in its details. */
const openDetails = (page: Page) =>
  page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click();

describe('the session', () => {
  test('S01: an access token that has expired is renewed once, and the like counts', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await signIn(page, stage);
      await openDetails(page);
      const like = page.getByRole('button', { name: /^Like 0 / }).first();
      await like.waitFor();
      const answered: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (/like-article|token$/.test(pathname)) answered.push(`${pathname} ${response.status()}`);
      });
      const bearers: Array<string | undefined> = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/users/like-article')) {
          bearers.push(request.headers().authorization);
        }
      });
      await stage.advance(16 * 60);
      await like.click();
      await expect
        .poll(() => answered)
        .toEqual(['/users/like-article 401', '/auth/v1/token 200', '/users/like-article 200']);
      expect(bearers.every((bearer) => bearer?.startsWith('Bearer ey'))).toBe(true);
      expect(new Set(bearers).size).toBe(2);
      await page.reload();
      await openDetails(page);
      await page
        .getByRole('button', { name: /^Like 1 / })
        .first()
        .waitFor();
    });
  });

  test('S11: nothing is fetched from other hosts', async () => {
    await signingIn({}, async (page, stage) => {
      const elsewhere: string[] = [];
      await page.context().route(
        (url) => url.origin !== stage.url,
        (route) => {
          elsewhere.push(route.request().url());
          return route.abort();
        },
      );
      await signUp(page, stage);
      await follow(page, await stage.link('verify_email'));
      await card(page, 'emailVerificationSuccess').waitFor();
      await signOut(page, stage);
      await signIn(page, stage);
      expect(elsewhere).toEqual([]);
    });
  });

  test('S13: a deleted account leaves its address free', async () => {
    await signingIn({}, async (page, stage) => {
      await signUp(page, stage);
      await page.goto(`${stage.url}/app?screen=account`);
      await button(page, 'Delete my account').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('To confirm, type: delete').fill('delete');
      await dialog.getByRole('button', { name: 'Delete for good' }).click();
      await page.waitForURL(`${stage.url}/app?screen=auth`);
      expect(await takes(stage, ana.email, ana.password)).toBe(false);
      expect(await cookie(page.context(), refresh)).toBeUndefined();
      await signUp(page, stage, { ...ana, name: 'Ana a doua' });
      await page.goto(`${stage.url}/app?screen=profile`);
      await page.getByRole('heading', { level: 1, name: 'Ana a doua' }).waitFor();
    });
  });

  test('the tabs of one browser sign in and out together', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      const other = await page.context().newPage();
      await other.goto(`${stage.url}/app`);
      const invitation = other.locator('#content').getByRole('link', { name: 'Sign in' }).first();
      await invitation.waitFor();
      await page.bringToFront();
      await signIn(page, stage);
      await arrivedHome(other);
      await signOut(other, stage);
      await page.locator('#content').getByRole('link', { name: 'Sign in' }).first().waitFor();
      // A tab with private content leaves it.
      await signIn(other, stage);
      await arrivedHome(page);
      await page.goto(`${stage.url}/app?screen=account`);
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
      await signOut(other, stage);
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor({ state: 'detached' });
      await openAuth(page, stage);
      await giveEmail(page, ana.email);
      await card(page, 'passwordSignIn').waitFor();
    });
  });
});
