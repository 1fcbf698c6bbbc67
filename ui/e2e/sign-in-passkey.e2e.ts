import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ana, arrivedHome, button, card, field, giveEmail, signingIn } from './sign-in-steps.ts';
import { useBrowser } from './support.ts';

useBrowser();

/* Browsers have passkeys only at a name. */
const settings = {
  'server.public_url': 'http://localhost',
  'accounts.credential_helper': 'passkey',
};

/** An authenticator of the device, whose user is known and touches it when `present`. */
async function authenticator(page: Page) {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    present: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

async function signUpAt(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app?screen=auth`);
  await giveEmail(page, ana.email);
  await field(page, 'First and last name').fill(ana.name);
  await field(page, 'Choose a password').fill(ana.password);
  await button(page, 'Save').click();
  await arrivedHome(page, ana.name);
}

async function signOutAt(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app?screen=profile`);
  await button(page, 'Sign out').click();
  await card(page, 'signIn').waitFor();
}

describe('passkeys', () => {
  test('K01 a reader adds one, signs in by the button and in the field, renames and removes it', () =>
    signingIn(settings, async (page, stage) => {
      const url = stage.url.replace('127.0.0.1', 'localhost');
      const device = await authenticator(page);
      await signUpAt(page, url);
      await page.goto(`${url}/app?screen=account`);
      const section = page.getByRole('region', { name: 'Passkeys' });
      await section.getByRole('button', { name: 'Add a passkey' }).click();
      await section.getByText('Passkey added.').waitFor();
      const [made] = await device.credentials();
      expect([made?.rpId, made?.isResidentCredential]).toEqual(['localhost', true]);

      await device.present(false);
      await signOutAt(page, url);
      await button(page, 'Sign in with a passkey').click();
      await card(page, 'passkey').waitFor();
      await device.present(true);
      await arrivedHome(page, ana.name);

      await device.present(false);
      await signOutAt(page, url);
      await device.present(true);
      await arrivedHome(page, ana.name);

      await page.goto(`${url}/app?screen=account`);
      await section.getByRole('button', { name: /^Rename/ }).click();
      await field(page, 'Name of the passkey').fill('Laptop');
      await section.getByRole('button', { name: 'Save' }).click();
      await section.getByRole('button', { name: 'Remove Laptop' }).click();
      await section.getByText(/^Passkey removed/).waitFor();
      expect((await stage.mails()).map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['passkey_added', 'passkey_removed']),
      );
    }));
});
