import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  ana,
  arrivedHome,
  button,
  call,
  card,
  field,
  giveEmail,
  openAuth,
  signingIn,
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
  test('P08, P15: the name is trimmed, kept as typed and shown as text', async () => {
    await signingIn({}, async (page, stage) => {
      const name = "<b>O'Neil</b>";
      await fillIn(page, stage, { ...ana, name: ` ${name} ` });
      const [answer] = await Promise.all([
        page.waitForResponse('**/auth/v1/sign-up'),
        button(page, 'Save').click(),
      ]);
      expect(await answer.json()).toMatchObject({
        is_new_user: true,
        user: { display_name: name, email: ana.email },
      });
      await page.waitForURL(`${stage.url}/app`);
      await page.goto(`${stage.url}/app?screen=profile`);
      const heading = page.locator('#content h1');
      await expect.poll(() => heading.textContent()).toBe(name);
      expect(await heading.locator('b').count()).toBe(0);
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
});
