import { describe, expect, test } from 'vitest';
import {
  account,
  ana,
  arrivedHome,
  arrivedHomeUnnamed,
  button,
  byLink,
  call,
  calls,
  card,
  field,
  follow,
  giveEmail,
  openAuth,
  signingIn,
} from './sign-in-steps.ts';
import { useBrowser } from './support.ts';

useBrowser();

const linked = { email: 'dan@example.ro', display_name: 'Dan', email_link: true };

describe('e-mail first', () => {
  test('E01, E02, E03, E07: the address decides which page comes next', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      const asked = calls(page, '/methods');
      await openAuth(page, stage);
      await giveEmail(page, '  ');
      await page.getByText('Enter your email address to continue').waitFor();
      await giveEmail(page, 'a@b');
      await page.getByText("That email address isn't correct").waitFor();
      await expect
        .poll(() => field(page, 'E-mail').evaluate((one) => one === document.activeElement))
        .toBe(true);
      expect(asked).toEqual([]);

      await giveEmail(page, ` ${ana.email} `);
      await card(page, 'passwordSignIn').waitFor();
      expect(await field(page, 'E-mail').inputValue()).toBe(ana.email);
      await expect
        .poll(() => field(page, 'Password').evaluate((one) => one === document.activeElement))
        .toBe(true);

      await openAuth(page, stage);
      await giveEmail(page, 'nou@example.ro');
      await card(page, 'passwordSignUp').waitFor();
      expect(await field(page, 'E-mail').inputValue()).toBe('nou@example.ro');
    });
  });

  test('E04: an account that signs in by link is sent one', async () => {
    await signingIn(byLink, async (page, stage) => {
      await stage.putAccount(linked);
      await openAuth(page, stage);
      await giveEmail(page, linked.email);
      await card(page, 'emailLinkSignInSent').getByText(linked.email).waitFor();
      await stage.link('email_sign_in');
    });
  });

  test('E05: an account without an offered method sets a new password', async () => {
    await signingIn({}, async (page, stage) => {
      await stage.putAccount(linked);
      await openAuth(page, stage);
      await giveEmail(page, linked.email);
      await card(page, 'unsupportedProvider').getByText(linked.email).waitFor();
      await button(page, 'Recover password').click();
      await card(page, 'passwordRecovery').waitFor();
      expect(await field(page, 'E-mail').inputValue()).toBe(linked.email);
    });
  });

  test('E08: without sign-up the page names the administrator', async () => {
    const closed = {
      'accounts.sign_up': false,
      'accounts.admin_email': 'admin@example.ro',
      'accounts.help_link': 'https://example.ro/ajutor',
    };
    await signingIn(closed, async (page, stage) => {
      await openAuth(page, stage);
      await giveEmail(page, ana.email);
      const refusal = card(page, 'unauthorizedUser');
      await refusal.getByRole('heading', { name: 'Not Authorized' }).waitFor();
      await refusal.getByText(ana.email).waitFor();
      const mail = refusal.getByRole('link', { name: 'admin@example.ro' });
      expect(await mail.getAttribute('href')).toBe('mailto:admin@example.ro');
      const help = refusal.getByRole('link', { name: 'Learn More' });
      expect(await help.getAttribute('href')).toBe('https://example.ro/ajutor');
      expect(await help.getAttribute('target')).toBe('_blank');
      await button(page, 'Back').click();
      await card(page, 'signIn').waitFor();
      expect(await field(page, 'E-mail').inputValue()).toBe(ana.email);
    });
  });

  test('E09: a sign-in link creates the account when it is opened', async () => {
    await signingIn(byLink, async (page, stage) => {
      await openAuth(page, stage);
      await giveEmail(page, ana.email);
      await card(page, 'emailLinkSignInSent').waitFor();
      const link = await stage.link('email_sign_in');
      const methods = async () => (await call(stage, '/methods', { email: ana.email })).body;
      expect(await methods()).toEqual({ methods: [] });
      await page.goto(link);
      await arrivedHomeUnnamed(page);
      await expect.poll(methods).toEqual({ methods: ['emailLink'] });
    });
  });

  test('E10: in protected mode nothing reveals whether an account exists', async () => {
    await signingIn({ 'accounts.email_privacy': 'protected' }, async (page, stage) => {
      const tried = [];
      await call(stage, '/sign-up', { ...ana, display_name: ana.name });
      await expect.poll(async () => (await stage.mails()).length).toBe(1);
      for (const email of [ana.email, 'nou@example.ro']) {
        const asked = calls(page, '/methods');
        await openAuth(page, stage);
        await giveEmail(page, email);
        await card(page, 'passwordSignIn').waitFor();
        const shown = async () => (await page.locator('[data-page]').textContent()) ?? '';
        const before = await shown();
        await field(page, 'Password').fill('nu este aceasta 1');
        const [answer] = await Promise.all([
          page.waitForResponse('**/auth/v1/sign-in/password'),
          button(page, 'Sign in').click(),
        ]);
        await page.getByText("The email and password you entered don't match").waitFor();
        const { request_id: _, ...body } = (await answer.json()) as Record<string, unknown>;
        expect(asked).toEqual([]);

        await page.getByRole('button', { name: 'New here? Create an account' }).click();
        await field(page, 'First and last name').fill('Ana');
        await field(page, 'Choose a password').fill(ana.password);
        const [made] = await Promise.all([
          page.waitForResponse('**/auth/v1/sign-up'),
          button(page, 'Save').click(),
        ]);
        await card(page, 'checkYourEmail').getByText(email).waitFor();
        const after = (await shown()).replace(email, '');
        tried.push([before, answer.status(), body, made.status(), await made.json(), after]);
        await button(page, 'Done').click();
        await card(page, 'signIn').waitFor();
      }
      expect(tried[0]).toEqual(tried[1]);
      // Only the mail makes a difference: the password is valid once its link is opened.
      await follow(page, await stage.link('verify_email', 2, 'nou@example.ro'));
      await card(page, 'emailVerificationSuccess').waitFor();
      await openAuth(page, stage);
      await giveEmail(page, 'nou@example.ro');
      await field(page, 'Password').fill(ana.password);
      await button(page, 'Sign in').click();
      await arrivedHome(page);
    });
  });
});
