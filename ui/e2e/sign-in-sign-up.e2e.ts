import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  account,
  ana,
  arrivedHome,
  button,
  call,
  calls,
  card,
  field,
  giveEmail,
  openAuth,
  signingIn,
  signUp,
} from './sign-in-steps.ts';
import type { Stage } from './stage.ts';
import { useBrowser } from './support.ts';

useBrowser();

/** Opens the sign-up page and fills it in, without submitting it. */
async function fillIn(page: Page, stage: Stage, who = ana): Promise<void> {
  await openAuth(page, stage);
  await giveEmail(page, who.email);
  await card(page, 'passwordSignUp').waitFor();
  await field(page, 'First and last name').fill(who.name);
  await field(page, 'Choose a password').fill(who.password);
}

const methodsOf = async (stage: Stage) =>
  (await call(stage, '/methods', { email: ana.email })).body.methods;

describe('a new account', () => {
  test('P08: the name is trimmed, and the newcomer is signed in', async () => {
    await signingIn({}, async (page, stage) => {
      await fillIn(page, stage, { ...ana, name: ' Ana ' });
      const [answer] = await Promise.all([
        page.waitForResponse('**/auth/v1/sign-up'),
        button(page, 'Save').click(),
      ]);
      expect(await answer.json()).toMatchObject({
        is_new_user: true,
        user: { display_name: 'Ana', email: ana.email },
      });
      await arrivedHome(page);
      await page.goto(`${stage.url}/app?screen=profile`);
      await page.getByRole('heading', { level: 1, name: 'Ana', exact: true }).waitFor();
    });
  });

  test('P09, P10: needs a name and a strong password', async () => {
    await signingIn({ 'accounts.password_min': 6 }, async (page, stage) => {
      await fillIn(page, stage, { ...ana, name: '  ', password: '' });
      const sent = calls(page, '/sign-up');
      await button(page, 'Save').click();
      await page.getByText('Enter your account name').waitFor();
      await page.getByText('Enter your password').waitFor();
      const name = field(page, 'First and last name');
      await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(sent).toEqual([]);

      await name.fill('Ana');
      await field(page, 'Choose a password').fill('ab1cd');
      await button(page, 'Save').click();
      await page
        .getByText('Strong passwords have at least 6 characters and a mix of letters and numbers')
        .waitFor();
      expect(await methodsOf(stage)).toEqual([]);
    });
  });

  test('P09: asks for no name when none is required', async () => {
    await signingIn({ 'accounts.require_display_name': false }, async (page, stage) => {
      await openAuth(page, stage);
      await giveEmail(page, ana.email);
      await field(page, 'Choose a password').fill(ana.password);
      expect(await field(page, 'First and last name').count()).toBe(0);
      await button(page, 'Save').click();
      await page.waitForURL(`${stage.url}/app`);
    });
  });

  test('P11: the address was taken meanwhile', async () => {
    await signingIn({}, async (page, stage) => {
      await fillIn(page, stage);
      await account(stage);
      await button(page, 'Save').click();
      const error = page.getByText('The email address is already used by another account');
      await error.waitFor();
      expect(await field(page, 'E-mail').getAttribute('aria-invalid')).toBe('true');
    });
  });

  test('P12: an account without a sign-in method is recovered', async () => {
    await signingIn({}, async (page, stage) => {
      await stage.putAccount({ email: ana.email, display_name: 'Ana' });
      await fillIn(page, stage);
      await button(page, 'Save').click();
      await card(page, 'passwordRecovery').waitFor();
      await page
        .getByRole('alert')
        .getByText(
          'This email already exists without any means of sign-in. Please reset the password to recover.',
        )
        .waitFor();
      expect(await field(page, 'E-mail').inputValue()).toBe(ana.email);
      await button(page, 'Send').click();
      await card(page, 'passwordRecoveryEmailSent').waitFor();
      await page.goto(await stage.link('password_reset'));
      await field(page, 'New password').fill(ana.password);
      await button(page, 'Save').click();
      await card(page, 'passwordResetSuccess').waitFor();
      expect(await methodsOf(stage)).toEqual(['password']);
    });
  });

  test('P13: the number of accounts per network is limited', async () => {
    await signingIn({ 'accounts.sign_up_per_hour': 1 }, async (page, stage) => {
      await account(stage, { ...ana, email: 'alta@example.ro' });
      await fillIn(page, stage);
      await button(page, 'Save').click();
      await page
        .getByText(
          'Too many account requests are coming from your IP address. Try again in a few minutes.',
        )
        .waitFor();
      expect(await methodsOf(stage)).toEqual([]);
      await stage.advance(3600);
      await button(page, 'Save').click();
      await arrivedHome(page);
    });
  });

  test('P15: a name is shown as text, even when it looks like markup', async () => {
    await signingIn({}, async (page, stage) => {
      const name = "<b>O'Neil</b>";
      await openAuth(page, stage);
      await giveEmail(page, ana.email);
      await field(page, 'First and last name').fill(name);
      await field(page, 'Choose a password').fill(ana.password);
      await button(page, 'Save').click();
      await page.waitForURL(`${stage.url}/app`);
      await page.goto(`${stage.url}/app?screen=profile`);
      const heading = page.locator('#content h1');
      await expect.poll(() => heading.textContent()).toBe(name);
      expect(await heading.locator('b').count()).toBe(0);
      const kept = await call(stage, '/sign-in/password', { ...ana, persistence: 'none' });
      expect(kept.body.user).toMatchObject({ display_name: name });
    });
  });

  test('without a mouse', async () => {
    await signingIn({}, async (page, stage) => {
      await openAuth(page, stage);
      await card(page, 'signIn').waitFor();
      const focused = () =>
        page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);
      await expect.poll(focused).toBe('email');
      await page.keyboard.type(ana.email);
      await page.keyboard.press('Enter');
      await card(page, 'passwordSignUp').waitFor();
      await expect.poll(focused).toBe('name');
      await page.keyboard.type(ana.name);
      await page.keyboard.press('Enter');
      expect(await focused()).toBe('newPassword');
      await page.keyboard.type(ana.password);
      await page.keyboard.press('Enter');
      await arrivedHome(page);
    });
  });

  test('the same address in other letters is the same account', async () => {
    await signingIn({}, async (page, stage) => {
      await signUp(page, stage);
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.removeItem('paragraf::signed-in'));
      await openAuth(page, stage);
      await giveEmail(page, ana.email.toUpperCase());
      await card(page, 'passwordSignIn').waitFor();
    });
  });
});
