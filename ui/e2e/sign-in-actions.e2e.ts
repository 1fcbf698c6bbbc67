import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  account,
  ana,
  arrivedHome,
  button,
  card,
  field,
  follow,
  newPassword,
  signIn,
  signingIn,
  takes,
} from './sign-in-steps.ts';
import type { Stage } from './stage.ts';
import { useBrowser } from './support.ts';

useBrowser();

const changed = 'ana.noua@example.ro';

async function choose(page: Page, password: string): Promise<void> {
  await field(page, 'New password').fill(password);
  await button(page, 'Save').click();
}

/** Requests another address on the account page and opens the link that verifies it. */
async function changeEmail(page: Page, stage: Stage): Promise<void> {
  await account(stage);
  await signIn(page, stage);
  await page.goto(`${stage.url}/app?screen=account`);
  await field(page, 'New address').fill(changed);
  await button(page, 'Send the link').click();
  await page.getByText(`We have sent a message to ${changed}.`).waitFor();
  await follow(page, await stage.link('verify_and_change_email'));
  await card(page, 'verifyAndChangeEmailSuccess').getByText(changed).waitFor();
}

describe('the action of a mailed link', () => {
  test('C05, C06: only the new address signs in, until the former one is restored', async () => {
    await signingIn({}, async (page, stage) => {
      await changeEmail(page, stage);
      expect(await takes(stage, ana.email, ana.password)).toBe(false);
      expect(await takes(stage, changed, ana.password)).toBe(true);
      const notice = await stage.link('recover_email', 1, ana.email);
      expect(notice).toContain('mode=recoverEmail');
      await follow(page, notice);
      await card(page, 'emailChangeRevoke').getByText(ana.email).waitFor();
      await stage.advance(60);
      await button(page, 'change your password right away').click();
      const sent = card(page, 'passwordRecoveryEmailSent');
      await sent.getByText(ana.email).waitFor();
      expect(await sent.getByRole('button').count()).toBe(0);
      expect(await takes(stage, changed, ana.password)).toBe(false);
      await page.goto(await stage.link('password_reset'));
      await choose(page, newPassword);
      await card(page, 'passwordResetSuccess').waitFor();
      await signIn(page, stage, { email: ana.email, password: newPassword });
      await arrivedHome(page);
    });
  });
});
