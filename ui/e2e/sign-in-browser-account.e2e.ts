import type { CDPSession } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ana, arrivedHome, button, call, card, openAuth, signingIn } from './sign-in-steps.ts';
import { useBrowser } from './support.ts';

useBrowser();

/* A real provider, started by src/tests/browser/journeys.rs; see browser-accounts.mjs. */
const issuer = process.env.PARAGRAF_PROVIDER ?? '';
const settings = {
  'accounts.credential_helper': 'googleyolo',
  'accounts.provider': [
    {
      kind: 'oidc',
      id: 'oidc.test',
      name: 'Test',
      issuer,
      client_id: 'paragraf',
      client_secret: 'a secret that nobody knows',
      fedcm_config_url: `${issuer}/fedcm.json`,
    },
  ],
};

/** The browser's next dialog with accounts. */
function dialog(devtools: CDPSession) {
  return new Promise<{ dialogId: string; type: string; addresses: string[] }>((resolve) => {
    devtools.once('FedCm.dialogShown', ({ dialogId, dialogType, accounts }) =>
      resolve({ dialogId, type: dialogType, addresses: accounts.map(({ email }) => email) }),
    );
  });
}

describe('accounts that the browser offers', () => {
  test('F20 one press signs in, and after a sign-out the browser asks again', () =>
    signingIn(settings, async (page, stage) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('FedCm.enable', { disableRejectionDelay: true });
      const offered = dialog(devtools);
      await openAuth(page, stage);
      const { dialogId, type, addresses } = await offered;
      expect([type, addresses]).toEqual(['AccountChooser', [ana.email]]);
      await devtools.send('FedCm.selectAccount', { dialogId, accountIndex: 0 });
      await arrivedHome(page, 'Ana Pop');
      const { body } = await call(stage, '/methods', { email: ana.email });
      expect(body.methods).toEqual(['oidc.test']);

      await page.goto(`${stage.url}/app?screen=profile`);
      const again = dialog(devtools);
      await button(page, 'Sign out').click();
      expect((await again).type).toBe('AccountChooser');
      await card(page, 'providerSignIn').waitFor();
    }));
});
