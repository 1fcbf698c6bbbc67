import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  account,
  ana,
  arrivedHome,
  button,
  call,
  card,
  field,
  follow,
  newPassword,
  openAuth,
  signIn,
  signingIn,
  takes,
} from './sign-in-steps.ts';
import type { Stage } from './stage.ts';
import { useBrowser } from './support.ts';

useBrowser();

const changed = 'ana.noua@example.ro';

async function resetLink(stage: Stage): Promise<string> {
  // The new account has just been mailed, and mails to one address are rate-limited.
  await stage.advance(60);
  const { status } = await call(stage, '/oob/send', {
    kind: 'password_reset',
    email: ana.email,
    lang: 'en',
  });
  expect(status).toBe(200);
  return stage.link('password_reset');
}

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
  test('C01: a new password invalidates the old one, all sessions and the link', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await signIn(page, stage);
      const link = await resetLink(stage);
      await page.goto(link);
      await card(page, 'passwordReset').getByText(ana.email).waitFor();
      await choose(page, newPassword);
      await card(page, 'passwordResetSuccess').waitFor();
      expect(await takes(stage, ana.email, ana.password)).toBe(false);
      expect(await takes(stage, ana.email, newPassword)).toBe(true);

      await page.goto(`${stage.url}/app`);
      await page.locator('#content').getByRole('link', { name: 'Sign in' }).first().waitFor();
      await page.goto(link);
      await card(page, 'passwordResetFailure').waitFor();
    });
  });

  test('C02: a weak password does not consume the link', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await page.goto(await resetLink(stage));
      await choose(page, '');
      await page.getByText('Enter your password').waitFor();
      await choose(page, 'parola');
      await page.getByText(/^Strong passwords have at least 8 characters/).waitFor();
      await choose(page, newPassword);
      await card(page, 'passwordResetSuccess').waitFor();
      expect(await takes(stage, ana.email, newPassword)).toBe(true);
    });
  });

  test('C03: an expired link offers to send another', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      const link = await resetLink(stage);
      await stage.advance(1801);
      await page.goto(link);
      const failure = card(page, 'passwordResetFailure');
      await failure.waitFor();
      expect(await failure.locator('input').count()).toBe(0);
      await button(page, 'Request a new link').click();
      await card(page, 'passwordRecovery').waitFor();
    });
  });

  test('C04: confirming the address continues to the requested page', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      const link = `${await stage.link('verify_email')}&continueUrl=${encodeURIComponent('/app?screen=about')}`;
      await follow(page, link);
      await card(page, 'emailVerificationSuccess').waitFor();
      await card(page, 'emailVerificationSuccess').getByText('Continue').click();
      await page.waitForURL(`${stage.url}/app?screen=about`);
      const { body } = await call(stage, '/sign-in/password', { ...ana, persistence: 'none' });
      expect(body.user).toMatchObject({ email_verified: true });
      await follow(page, link);
      await card(page, 'emailVerificationFailure').waitFor();
    });
  });

  test('C04: a link does not continue to another site', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      const evil = encodeURIComponent('https://evil.example/');
      await follow(page, `${await stage.link('verify_email')}&continueUrl=${evil}`);
      const success = card(page, 'emailVerificationSuccess');
      await success.waitFor();
      expect(await success.locator('a, button').count()).toBe(0);
    });
  });

  test('C05: only the new address signs in after the change', async () => {
    await signingIn({}, async (page, stage) => {
      await changeEmail(page, stage);
      expect(await takes(stage, ana.email, ana.password)).toBe(false);
      expect(await takes(stage, changed, ana.password)).toBe(true);
      const notice = await stage.link('recover_email');
      expect(notice).toContain('mode=recoverEmail');
      const mails = await stage.mails();
      expect(mails.find(({ kind }) => kind === 'recover_email')?.to).toBe(ana.email);
    });
  });

  test('C06: the former address is restored, and the password can be changed', async () => {
    await signingIn({}, async (page, stage) => {
      await changeEmail(page, stage);
      await follow(page, await stage.link('recover_email'));
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

  test('C07: a mail that cannot be sent is shown as an error', async () => {
    await signingIn(
      {},
      async (page, stage) => {
        await changeEmail(page, stage);
        await follow(page, await stage.link('recover_email'));
        await card(page, 'emailChangeRevoke').waitFor();
        await stage.stop();
        await button(page, 'change your password right away').click();
        await page
          .getByRole('alert')
          .getByText('Unable to send password reset code to specified email')
          .waitFor();
      },
      { expectErrors: /status of 401|ERR_/ },
    );
  });

  test('C10: a truncated link shows a page', async () => {
    await signingIn({}, async (page, stage) => {
      for (const mode of ['verifyEmail', 'resetPassword', 'signIn']) {
        await openAuth(page, stage, `&mode=${mode}`);
        await card(page, 'recoverableError').getByText('This link is not complete.').waitFor();
      }
    });
  });

  test('loading a link changes nothing; a button must be pressed', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      const link = await stage.link('verify_email');
      await page.goto(link);
      await card(page, 'confirmAction').waitFor();
      await page.goto(link);
      await button(page, 'Confirm').click();
      await card(page, 'emailVerificationSuccess').waitFor();
    });
  });
});
