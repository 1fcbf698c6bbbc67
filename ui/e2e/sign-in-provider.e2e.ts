import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  ana,
  arrivedHome,
  button,
  call,
  card,
  cookie,
  giveEmail,
  openAuth,
  signingIn,
} from './sign-in-steps.ts';
import type { Stage } from './stage.ts';
import { useBrowser } from './support.ts';

useBrowser();

const provider = 'oidc.test';

/* A real provider, started by src/tests/browser/journeys.rs; see oidc-provider.mjs. */
const settings = {
  kind: 'oidc',
  id: provider,
  name: 'Test',
  issuer: process.env.PARAGRAF_PROVIDER ?? '',
  client_id: 'paragraf',
  client_secret: 'a secret that nobody knows',
};
const withProvider = { 'accounts.provider': [settings] };

interface Person {
  sub: string;
  email: string;
  name: string;
  verified: boolean;
}

/** An identity at the provider; `sub` is unique to each journey. */
function person(sub: string, email = ana.email, verified = true): Person {
  return { sub, email, name: 'Ana Pop', verified };
}

/** Signs in on the provider's page. */
async function signInAt(at: Page, { sub, email, name, verified }: Person): Promise<void> {
  await at.getByLabel('Subject').fill(sub);
  await at.getByLabel('Address').fill(email);
  await at.getByLabel('Name').fill(name);
  if (verified) await at.getByLabel('Verified').check();
  await at.getByRole('button', { name: 'Continue' }).click();
}

/** Presses the provider's button and returns the popup. */
async function pressed(page: Page, name = 'Test'): Promise<Page> {
  const opens = page.waitForEvent('popup');
  await page.getByRole('button', { name: `Sign in with ${name}` }).click();
  const popup = await opens;
  await popup.getByRole('heading', { name: 'Provider' }).waitFor();
  return popup;
}

async function enter(page: Page, stage: Stage, who: Person): Promise<void> {
  await openAuth(page, stage);
  await signInAt(await pressed(page), who);
  await arrivedHome(page, 'Ana Pop');
}

async function methods(stage: Stage, email = ana.email): Promise<unknown> {
  return (await call(stage, '/methods', { email })).body.methods;
}

const journey = (
  walk: (page: Page, stage: Stage) => Promise<void>,
  settings: Record<string, unknown> = {},
) => signingIn({ ...withProvider, ...settings }, walk);

describe('signing in through a provider', () => {
  test('F01: opens a popup while the page stays', async () => {
    await journey(async (page, stage) => {
      await openAuth(page, stage);
      const buttons = card(page, 'providerSignIn').locator('[data-provider-id]');
      await buttons.first().waitFor();
      const ids = await buttons.evaluateAll((all) =>
        all.map((one) => one.getAttribute('data-provider-id')),
      );
      expect(ids).toEqual(['password', provider]);
      await page.evaluate(() => Object.assign(window, { stayed: true }));
      const popup = await pressed(page);
      expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([
        500, 600,
      ]);
      const closes = popup.waitForEvent('close');
      await signInAt(popup, person('w01'));
      await closes;
      await arrivedHome(page, 'Ana Pop');
      expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
      expect((await cookie(page.context(), '__Host-rt'))?.httpOnly).toBe(true);
      expect(await methods(stage)).toEqual([provider]);
    });
  });

  test('F02: redirects the page when popups are blocked', async () => {
    await journey(async (page, stage) => {
      await page.addInitScript(() => {
        window.open = () => null;
      });
      await openAuth(page, stage);
      await page.getByRole('button', { name: 'Sign in with Test' }).click();
      await page.getByRole('heading', { name: 'Provider' }).waitFor();
      await signInAt(page, person('w02'));
      await arrivedHome(page, 'Ana Pop');
      expect(page.url()).not.toContain('transaction');
    });
  });

  test('F03, F11: a page of another origin reports nothing; a closed popup leaves no message', async () => {
    await journey(async (page, stage) => {
      await openAuth(page, stage);
      const foreign = await pressed(page);
      const transaction = 'x'.repeat(43);
      await foreign.evaluate((name) => {
        window.opener?.postMessage({ back: name, transaction: name }, '*');
        new BroadcastChannel('paragraf::provider').postMessage({ back: name });
      }, transaction);
      await card(page, 'providerSignIn').waitFor();
      expect(foreign.isClosed()).toBe(false);
      await foreign.close();
      const popup = await reopened(page);
      expect(await page.getByRole('alert').count()).toBe(0);
      await signInAt(popup, person('w03'));
      await arrivedHome(page, 'Ana Pop');
    });
  });

  test('F06: an answer by form, and a sign-in at the first provider that connects the second', async () => {
    const byForm = {
      ...settings,
      id: 'oidc.other',
      name: 'Other',
      parameters: { response_mode: 'form_post' },
      button_color: '#ffe08a',
      text_color: '#1f1f1f',
    };
    await journey(
      async (page, stage) => {
        await enter(page, stage, person('w06'));
        await page.context().clearCookies();
        await page.evaluate(() => localStorage.removeItem('paragraf::signed-in'));
        await openAuth(page, stage);
        await signInAt(await pressed(page, 'Other'), person('w06b'));
        await card(page, 'federatedLinking').waitFor();
        await signInAt(await pressed(page), person('w06'));
        await arrivedHome(page, 'Ana Pop');
        expect(await methods(stage)).toEqual([provider, 'oidc.other']);
      },
      { 'accounts.provider': [settings, byForm] },
    );
  });

  test('E06, F08: the address leads to its provider; a different identity must be confirmed', async () => {
    await journey(async (page, stage) => {
      await enter(page, stage, person('w08'));
      await page.context().clearCookies();
      await page.evaluate(() => localStorage.removeItem('paragraf::signed-in'));
      await openAuth(page, stage);
      await page.getByRole('button', { name: 'Sign in with e-mail' }).click();
      await giveEmail(page, ana.email);
      await card(page, 'federatedLinking').waitFor();
      await signInAt(await pressed(page), person('w08b', 'bogdan@example.ro'));
      await card(page, 'emailMismatch').waitFor();
      await button(page, 'Cancel').click();
      await card(page, 'federatedLinking').waitFor();
      await signInAt(await pressed(page), person('w08b', 'bogdan@example.ro'));
      await card(page, 'emailMismatch').getByText('bogdan@example.ro').waitFor();
      await button(page, 'Continue').click();
      await arrivedHome(page, 'Ana Pop');
      expect(await methods(stage, 'bogdan@example.ro')).toEqual([provider]);
    });
  });
});

/** Presses the button again, once the page has noticed that its popup is closed. */
async function reopened(page: Page): Promise<Page> {
  const opens = page.waitForEvent('popup');
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Sign in with Test' }).click();
      return page.context().pages().length;
    })
    .toBe(2);
  const popup = await opens;
  await popup.getByRole('heading', { name: 'Provider' }).waitFor();
  return popup;
}
