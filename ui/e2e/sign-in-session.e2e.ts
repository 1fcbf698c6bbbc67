import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  account,
  ana,
  arrivedHome,
  button,
  card,
  cookie,
  field,
  follow,
  giveEmail,
  greeting,
  newPassword,
  openAuth,
  signIn,
  signingIn,
  signOut,
  signUp,
  takes,
} from './sign-in-steps.ts';
import type { Stage } from './stage.ts';
import { useBrowser, visit } from './support.ts';

useBrowser();

const refresh = '__Host-rt';

describe('the session', () => {
  test('S01: an access token that has expired is renewed once, and the like counts', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await signIn(page, stage);
      const like = page.getByRole('button', { name: /^Like, 0 readers/ }).first();
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
      await page
        .getByRole('button', { name: /^Like, 1 reader/ })
        .first()
        .waitFor();
    });
  });

  test('S02: a reused refresh token ends the session', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await signIn(page, stage);
      const stolen = await cookie(page.context(), refresh);
      await page.reload();
      await arrivedHome(page);
      const current = await cookie(page.context(), refresh);
      if (!stolen || !current) throw new Error('there is no refresh token');
      expect(current.value).not.toBe(stolen.value);
      await stage.advance(31);
      await page.context().addCookies([stolen]);
      await page.reload();
      await page.locator('#content').getByRole('link', { name: 'Sign in' }).first().waitFor();
      await page.context().addCookies([current]);
      await page.evaluate(() => localStorage.setItem('paragraf::signed-in', '1'));
      await page.goto(`${stage.url}/app?screen=profile`);
      await card(page, 'signIn').waitFor();
    });
  });

  test('S03: signing out works without a server', async () => {
    await signingIn(
      {},
      async (page, stage) => {
        await account(stage);
        await signIn(page, stage);
        await page.goto(`${stage.url}/app?screen=profile`);
        await page.getByRole('heading', { level: 1, name: ana.name }).waitFor();
        const warnings: string[] = [];
        page.on('console', (message) => warnings.push(message.text()));
        await stage.stop();
        await button(page, 'Sign out').click();
        await page.waitForURL(`${stage.url}/app?screen=auth`);
        await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
        await expect
          .poll(() => page.evaluate(() => localStorage.getItem('paragraf::signed-in')))
          .toBeNull();
        await expect
          .poll(() => warnings.join())
          .toContain('The server did not receive the sign-out.');
      },
      { expectErrors: /ERR_/ },
    );
  });

  /* Whether the session survives closing and reopening the browser. */
  async function isGreetedAgain(page: Page, stage: Stage): Promise<boolean> {
    const { cookies, origins } = await page.context().storageState();
    // Closing a browser removes its session cookies.
    const storageState = { cookies: cookies.filter(({ expires }) => expires > 0), origins };
    let greeted = false;
    await visit({ storageState, expectErrors: /status of 401/ }, async (again) => {
      await again.goto(`${stage.url}/app`);
      const name = greeting(again);
      const invited = again.locator('#content header').getByRole('link', { name: 'Sign in' });
      await name.or(invited).first().waitFor();
      greeted = (await name.count()) > 0;
    });
    return greeted;
  }

  test('S04: a session outlives the browser', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await signIn(page, stage);
      const kept = await cookie(page.context(), refresh);
      expect(kept).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
      expect(kept?.expires).toBeGreaterThan(Date.now() / 1000 + 86_400);
      expect(await page.evaluate(() => document.cookie)).toBe('');
      expect(await isGreetedAgain(page, stage)).toBe(true);
    });
  });

  test('S04: with session persistence it ends with the browser', async () => {
    await signingIn({ 'accounts.persistence': 'session' }, async (page, stage) => {
      await account(stage);
      await signIn(page, stage);
      expect((await cookie(page.context(), refresh))?.expires).toBe(-1);
      expect(await isGreetedAgain(page, stage)).toBe(false);
    });
  });

  test('S05: a new password needs a recent sign-in', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await signIn(page, stage);
      await page.goto(`${stage.url}/app?screen=account`);
      await field(page, 'Current password').fill(ana.password);
      await field(page, 'New password').fill(newPassword);
      await stage.advance(6 * 60);
      await button(page, 'Change password').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Please login again to perform this operation').waitFor();
      const password = dialog.getByLabel('Password', { exact: true });
      await password.fill('nu este aceasta 1');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByText("The email and password you entered don't match").waitFor();
      await password.fill(ana.password);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await page.getByText(/^Your password has been changed/).waitFor();
      expect(await takes(stage, ana.email, newPassword)).toBe(true);
      expect(await takes(stage, ana.email, ana.password)).toBe(false);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
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
