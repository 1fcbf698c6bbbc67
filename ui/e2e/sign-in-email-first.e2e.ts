import { describe, expect, test } from 'vitest';
import {
  ana,
  arrivedHome,
  button,
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

describe('e-mail first', () => {
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
