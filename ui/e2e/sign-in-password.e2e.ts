import { describe, expect, test } from 'vitest';
import {
  account,
  ana,
  arrivedHome,
  button,
  calls,
  card,
  field,
  giveEmail,
  openAuth,
  signIn,
  signingIn,
  takes,
  toPassword,
} from './sign-in-steps.ts';
import { useBrowser } from './support.ts';

useBrowser();

const mismatch = "The email and password you entered don't match";
const unknown = "That email address doesn't match an existing account";
const tooMany =
  'You have entered an incorrect password too many times. Please try again in a few minutes.';

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

  test('P02, P03, P05: each error is shown at its field', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await toPassword(page, stage);
      const tried = calls(page, '/sign-in/password');
      await button(page, 'Sign in').click();
      await page.getByText('Enter your password').waitFor();
      const password = field(page, 'Password');
      await expect
        .poll(() => password.evaluate((one) => one === document.activeElement))
        .toBe(true);
      expect(tried).toEqual([]);

      await password.fill('nu este aceasta 1');
      await button(page, 'Sign in').click();
      await page.getByText(mismatch).waitFor();
      const described = await password.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe(mismatch);
      expect(await page.getByRole('alert').count()).toBe(0);

      await field(page, 'E-mail').fill('nimeni@example.ro');
      await button(page, 'Sign in').click();
      await page.getByRole('alert').getByText(unknown).waitFor();
      await page.getByRole('button', { name: 'Dismiss the message' }).click();
      await page.getByText(unknown).waitFor({ state: 'detached' });
    });
  });

  test('P04: after too many attempts the sign-in works again once the wait is over', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await toPassword(page, stage);
      const password = field(page, 'Password');
      const attempt = async (text: string) => {
        await password.fill(text);
        const [answer] = await Promise.all([
          page.waitForResponse('**/auth/v1/sign-in/password'),
          button(page, 'Sign in').click(),
        ]);
        return answer;
      };
      for (let n = 0; n < 5; n += 1) {
        expect((await attempt(`greșit ${n}`)).status()).toBe(401);
        await page.getByText(mismatch).waitFor();
      }
      const refused = await attempt(ana.password);
      expect(refused.status()).toBe(429);
      expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
      await page.getByText(tooMany).waitFor();
      await stage.advance(Number(refused.headers()['retry-after']));
      await attempt(ana.password);
      await arrivedHome(page);
    });
  });

  test('P06: the fields keep their text when the server does not answer', async () => {
    await signingIn(
      {},
      async (page, stage) => {
        await account(stage);
        await toPassword(page, stage);
        await field(page, 'Password').fill(ana.password);
        await stage.stop();
        await button(page, 'Sign in').click();
        await page.getByRole('alert').getByText('A network error has occurred').waitFor();
        expect(await field(page, 'E-mail').inputValue()).toBe(ana.email);
        expect(await field(page, 'Password').inputValue()).toBe(ana.password);
      },
      { expectErrors: /ERR_/ },
    );
  });

  test('P07: only the owner learns that an account is disabled', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      await stage.putAccount({ email: ana.email, disabled: true });
      await toPassword(page, stage);
      await field(page, 'Password').fill('nu este aceasta 1');
      await button(page, 'Sign in').click();
      await page.getByText(mismatch).waitFor();
      await field(page, 'Password').fill(ana.password);
      await button(page, 'Sign in').click();
      await page
        .getByRole('alert')
        .getByText('This account has been disabled by an administrator.')
        .waitFor();
    });
  });

  test('P14: the typed password can be shown', async () => {
    await signingIn({}, async (page, stage) => {
      await openAuth(page, stage);
      await giveEmail(page, ana.email);
      const password = field(page, 'Choose a password');
      await password.fill(ana.password);
      const state = () =>
        password.evaluate((one) => {
          const input = one as HTMLInputElement;
          return [input.type, input.value, input === document.activeElement];
        });
      await page.getByRole('button', { name: 'Show the password' }).click();
      expect(await state()).toEqual(['text', ana.password, true]);
      await page.getByRole('button', { name: 'Hide the password' }).click();
      expect(await state()).toEqual(['password', ana.password, true]);
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
