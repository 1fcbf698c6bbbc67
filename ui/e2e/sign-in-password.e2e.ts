import { describe, expect, test } from 'vitest';
import {
  account,
  ana,
  arrivedHome,
  button,
  card,
  field,
  openAuth,
  signIn,
  signingIn,
  takes,
  toPassword,
} from './sign-in-steps.ts';
import { useBrowser } from './support.ts';

useBrowser();

const unknown = "That email address doesn't match an existing account";

describe('signing in by password', () => {
  test('P01: the right password opens Home and the session persists', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await signIn(page, stage);
      await page.reload();
      await arrivedHome(page);
      await openAuth(page, stage);
      await page.getByText(`You are signed in as ${ana.email}.`).waitFor();
    });
  });

  test('opening the terms keeps the typed password', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await toPassword(page, stage);
      await field(page, 'Password').fill('half a pass');
      const [terms] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: 'Terms of service' }).last().click(),
      ]);
      await terms.getByRole('heading', { level: 1 }).waitFor();
      expect(await terms.evaluate(() => window.opener)).toBeNull();
      expect(await field(page, 'Password').inputValue()).toBe('half a pass');
    });
  });
});

describe('a forgotten password', () => {
  test('P16, P17: only an existing account is mailed', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await toPassword(page, stage);
      await button(page, 'Trouble signing in?').click();
      await card(page, 'passwordRecovery').waitFor();
      expect(await field(page, 'E-mail').inputValue()).toBe(ana.email);
      await field(page, 'E-mail').fill('nimeni@example.ro');
      await button(page, 'Send').click();
      await page.getByText(unknown).waitFor();
      // The new account has just been mailed.
      await field(page, 'E-mail').fill(ana.email);
      await button(page, 'Send').click();
      await page.getByText('Too many requests. Please try again in a few minutes.').waitFor();
      await stage.advance(60);
      await button(page, 'Send').click();
      await card(page, 'passwordRecoveryEmailSent').getByText(ana.email).waitFor();
      const link = new URL(await stage.link('password_reset'));
      expect([link.pathname, link.searchParams.get('mode')]).toEqual(['/auth', 'resetPassword']);
      await button(page, 'Done').click();
      await card(page, 'signIn').waitFor();
      expect(await takes(stage, ana.email, ana.password)).toBe(true);
    });
  });
});
