import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  account,
  ana,
  arrivedHome,
  button,
  calls,
  card,
  field,
  follow,
  giveEmail,
  openAuth,
  signingIn,
  signOut,
  toPassword,
  withConfig,
} from './sign-in-steps.ts';
import { useBrowser } from './support.ts';

useBrowser();

const modes = [
  'callback',
  'select',
  'signIn',
  'resetPassword',
  'verifyEmail',
  'recoverEmail',
  'verifyAndChangeEmail',
  'revertSecondFactorAddition',
];

const threeMethods = (config: Record<string, unknown>) => {
  const [email] = config.sign_in_options as object[];
  const other = (provider: string) => ({ ...email, provider });
  return { ...config, sign_in_options: [other('phone'), email, other('google.com')] };
};

/** Stops the page's clock and holds the look-up until the returned function is called. */
async function heldLookUp(page: Page): Promise<() => Promise<void>> {
  let held: Route | undefined;
  await page.route('**/auth/v1/methods', (route) => {
    held = route;
  });
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 60_000)));
  await giveEmail(page, ana.email);
  await expect.poll(() => held).toBeDefined();
  return async () => held?.continue();
}

describe('the frame', () => {
  test('W01, W08: one button per sign-in method in order, and the sentence on the terms', async () => {
    await signingIn({}, async (page, stage) => {
      await withConfig(page, threeMethods);
      await openAuth(page, stage);
      const buttons = card(page, 'providerSignIn').locator('[data-provider-id]');
      await buttons.first().waitFor();
      const ids = await buttons.evaluateAll((all) =>
        all.map((one) => one.getAttribute('data-provider-id')),
      );
      expect(ids).toEqual(['phone', 'password', 'google.com']);
      const terms = page.getByText('By continuing you accept the');
      expect(await terms.textContent()).toBe(
        'By continuing you accept the terms of service and the privacy policy.',
      );
      for (const name of ['terms of service', 'privacy policy']) {
        const link = terms.getByRole('link', { name });
        expect(await link.getAttribute('target')).toBe('_blank');
        const { status } = await page.request
          .get(new URL((await link.getAttribute('href')) ?? '', stage.url).href)
          .then((answer) => ({ status: answer.status() }));
        expect(status).toBe(200);
      }
      await buttons.nth(1).click();
      await card(page, 'signIn').waitFor();
      await button(page, 'Cancel').click();
      await buttons.nth(1).waitFor();
    });
  });

  test('W02: the widget appears after 100 ms', async () => {
    await signingIn({}, async (page, stage) => {
      await page.clock.install();
      await page.addInitScript(() => {
        const { setTimeout } = window;
        Object.assign(window, {
          setTimeout: (work: () => void, delay?: number) => {
            if (delay === 100) Object.assign(window, { mountsFrom: Date.now() });
            return setTimeout(work, delay);
          },
        });
      });
      let config: Route | undefined;
      await page.route('**/auth/v1/config', (route) => {
        config = route;
      });
      await openAuth(page, stage);
      await expect.poll(() => config).toBeDefined();
      await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)));
      await page.evaluate(() => Object.assign(window, { mountsFrom: undefined }));
      await config?.continue();
      const from = () =>
        page.evaluate(() => (window as never as { mountsFrom?: number }).mountsFrom);
      await expect
        .poll(async () => {
          await page.clock.runFor(1);
          return from();
        })
        .toBeDefined();
      const since = await page.evaluate(
        () => Date.now() - (window as never as { mountsFrom: number }).mountsFrom,
      );
      await page.clock.runFor(99 - since);
      expect(await card(page, 'signIn').count()).toBe(0);
      await page.clock.runFor(1);
      await card(page, 'signIn').waitFor();
    });
  });

  test('W03, W04: progress is shown after half a second and not before', async () => {
    await signingIn({}, async (page, stage) => {
      await page.clock.install();
      await openAuth(page, stage);
      await field(page, 'E-mail').waitFor();
      const progress = card(page, 'signIn').getByRole('progressbar');

      const quick = await heldLookUp(page);
      await page.clock.runFor(400);
      expect(await progress.count()).toBe(0);
      await quick();
      await card(page, 'passwordSignUp').waitFor();
      expect(await page.getByRole('progressbar').count()).toBe(0);

      await button(page, 'Cancel').click();
      const slow = await heldLookUp(page);
      await page.clock.runFor(499);
      expect(await progress.count()).toBe(0);
      await page.clock.runFor(1);
      await progress.waitFor();
      await page.clock.runFor(400);
      await progress.waitFor();
      await slow();
      await card(page, 'passwordSignUp').waitFor();
      expect(await page.getByRole('progressbar').count()).toBe(0);
    });
  });

  test('W05, W06: one request at a time, and typing clears the error', async () => {
    await signingIn({}, async (page, stage) => {
      await openAuth(page, stage);
      await giveEmail(page, 'a@b');
      const error = page.getByText("That email address isn't correct");
      await error.waitFor();
      const input = field(page, 'E-mail');
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      await input.press('x');
      await error.waitFor({ state: 'detached' });
      expect(await input.getAttribute('aria-invalid')).toBeNull();

      const asked = calls(page, '/methods');
      let held: Route | undefined;
      await page.route('**/auth/v1/methods', (route) => {
        held = route;
      });
      await input.fill(ana.email);
      await input.press('Enter');
      await expect.poll(() => held).toBeDefined();
      await input.press('Enter');
      await button(page, 'Next').click({ force: true });
      await held?.continue();
      await card(page, 'passwordSignUp').waitFor();
      expect(asked).toHaveLength(1);
    });
  });

  test('W16: leaving before the response arrives does not sign in', async () => {
    await signingIn({}, async (page, stage) => {
      await openAuth(page, stage);
      await giveEmail(page, ana.email);
      await field(page, 'First and last name').fill(ana.name);
      await field(page, 'Choose a password').fill(ana.password);
      let letGo: (() => void) | undefined;
      let late: Promise<void> | undefined;
      await page.route('**/auth/v1/sign-up', async (route) => {
        const response = await route.fetch();
        const waiting = new Promise<void>((resolve) => {
          letGo = resolve;
        });
        // The page has aborted the request by then, so fulfilling it may fail.
        late = waiting.then(() => route.fulfill({ response }).catch(() => undefined));
      });
      await button(page, 'Save').click();
      await expect.poll(() => letGo).toBeDefined();
      await button(page, 'Cancel').click();
      await card(page, 'signIn').waitFor();
      letGo?.();
      await late;
      await page.reload();
      await card(page, 'signIn').waitFor();
      expect(await page.evaluate(() => localStorage.getItem('paragraf::signed-in'))).toBeNull();
    });
  });

  test('W09: without web storage there is one sentence and no form', async () => {
    for (const which of ['localStorage', 'sessionStorage']) {
      await signingIn({}, async (page, stage) => {
        await page.addInitScript((name) => {
          const write = Storage.prototype.setItem;
          Storage.prototype.setItem = function setItem(key, value) {
            if (this === window[name as 'localStorage'])
              throw new DOMException('', 'SecurityError');
            write.call(this, key, value);
          };
        }, which);
        await openAuth(page, stage);
        const error = card(page, 'unrecoverableError');
        await error
          .getByText(
            'The browser you are using does not support Web Storage. Please try again in a different browser.',
          )
          .waitFor();
        expect(await error.locator('button, a, input').count()).toBe(0);
      });
    }
  });

  test('W10, W11: modes ignore case, and an unknown mode starts at the beginning', async () => {
    await signingIn({}, async (page, stage) => {
      const opened = async (mode: string) => {
        await openAuth(page, stage, `&mode=${mode}&oobCode=x&ui_sid=${'x'.repeat(32)}`);
        const shown = page.locator('[data-page]:not([data-page=blank])');
        return shown.getAttribute('data-page');
      };
      const pages: Record<string, string | null> = {};
      for (const mode of modes) pages[mode] = await opened(mode);
      expect(pages).toEqual({
        callback: 'signIn',
        select: 'signIn',
        signIn: 'signIn',
        resetPassword: 'passwordResetFailure',
        verifyEmail: 'confirmAction',
        recoverEmail: 'confirmAction',
        verifyAndChangeEmail: 'confirmAction',
        revertSecondFactorAddition: 'confirmAction',
      });
      // The other modes in capitals have unit tests.
      expect(await opened('RESETPASSWORD')).toBe(pages.resetPassword);
      expect(await opened('foo')).toBe('signIn');
    });
  });

  test('W12, W13: the sign-in continues to a page of this site and to no other', async () => {
    await signingIn({}, async (page, stage) => {
      await account(stage);
      const warnings: string[] = [];
      page.on('console', (message) => {
        if (/leads elsewhere/.test(message.text())) warnings.push(message.text());
      });
      const signInFor = async (target: string) => {
        const query = `&mode=select&signInSuccessUrl=${encodeURIComponent(target)}`;
        await openAuth(page, stage, query);
        await giveEmail(page, ana.email);
        await field(page, 'Password').fill(ana.password);
        await button(page, 'Sign in').click();
      };
      await signInFor('/app?screen=about');
      await page.waitForURL(`${stage.url}/app?screen=about`);
      expect(warnings).toEqual([]);
      // The other forms of a foreign address have unit tests.
      await signOut(page, stage);
      await signInFor('//evil.example/app');
      await arrivedHome(page);
      expect(new URL(page.url()).origin).toBe(stage.url);
      await expect.poll(() => warnings.join()).toMatch(/leads elsewhere and is not used/);
    });
  });

  test('W15: a temporary failure can be retried', async () => {
    await signingIn(
      {},
      async (page, stage) => {
        await account(stage);
        const link = await stage.link('verify_email');
        await page.route('**/auth/v1/oob/apply', (route) => route.abort());
        await follow(page, link);
        const problem = card(page, 'recoverableError');
        await problem.getByText('A network error has occurred').waitFor();
        await page.unroute('**/auth/v1/oob/apply');
        await problem.getByRole('button', { name: 'Try again' }).click();
        await card(page, 'emailVerificationSuccess').waitFor();
      },
      { expectErrors: /ERR_FAILED/ },
    );
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
