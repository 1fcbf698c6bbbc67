import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ana, arrivedHome, button, card, field, giveEmail, signingIn } from './sign-in-steps.ts';
import { useBrowser } from './support.ts';

useBrowser();

/* Browsers have passkeys only at a name. */
const atName = { 'server.public_url': 'http://localhost' };

/** An authenticator of the device, whose user is present and verified. */
async function authenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
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

function passkeys(page: Page) {
  return page.getByRole('region', { name: 'Passkeys' });
}

async function addPasskey(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app?screen=account`);
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys(page).getByText('Passkey added.').waitFor();
}

describe('passkeys', () => {
  test('K01 a reader adds one, signs in by the button, renames and removes it', () =>
    signingIn(atName, async (page, stage) => {
      const url = stage.url.replace('127.0.0.1', 'localhost');
      const device = await authenticator(page);
      await signUpAt(page, url);
      await addPasskey(page, url);
      const [made] = await device.credentials();
      expect([made?.rpId, made?.isResidentCredential]).toEqual(['localhost', true]);

      await page.goto(`${url}/app?screen=profile`);
      await button(page, 'Sign out').click();
      await card(page, 'signIn').waitFor();
      await button(page, 'Sign in with a passkey').click();
      await arrivedHome(page, ana.name);

      await page.goto(`${url}/app?screen=account`);
      await passkeys(page)
        .getByRole('button', { name: /^Rename/ })
        .click();
      await field(page, 'Name of the passkey').fill('Laptop');
      await passkeys(page).getByRole('button', { name: 'Save' }).click();
      await passkeys(page).getByRole('button', { name: 'Remove Laptop' }).click();
      await passkeys(page)
        .getByText(/^Passkey removed/)
        .waitFor();
      expect((await stage.mails()).map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['passkey_added', 'passkey_removed']),
      );
    }));

  test('K01 the browser offers one in the field for the address', () =>
    signingIn({ ...atName, 'accounts.credential_helper': 'passkey' }, async (page, stage) => {
      const url = stage.url.replace('127.0.0.1', 'localhost');
      await authenticator(page);
      await signUpAt(page, url);
      await addPasskey(page, url);
      await page.goto(`${url}/app?screen=profile`);
      // The authenticator chooses at once, and the page may be gone before it was seen.
      const chosen = page.waitForResponse(/passkeys\/sign-in\/finalize$/);
      await button(page, 'Sign out').click();
      expect((await chosen).status()).toBe(200);
      await arrivedHome(page, ana.name);
    }));
});
