import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  ana,
  arrivedHomeUnnamed,
  button,
  byLink,
  calls,
  card,
  cookie,
  field,
  giveEmail,
  onAnotherDevice,
  openAuth,
  signingIn,
} from './sign-in-steps.ts';
import type { Stage } from './stage.ts';
import { useBrowser } from './support.ts';

useBrowser();

const invalid =
  'The action code is invalid. This can happen if the code is malformed, expired, or has already been used.';

/** Requests a sign-in link and returns it. */
async function sentLink(page: Page, stage: Stage): Promise<string> {
  await openAuth(page, stage);
  await giveEmail(page, ana.email);
  await card(page, 'emailLinkSignInSent').waitFor();
  return stage.link('email_sign_in');
}

async function confirm(page: Page, email: string): Promise<void> {
  await field(page, 'E-mail').fill(email);
  await button(page, 'Next').click();
}

const startWith = (page: Page, text: string) =>
  card(page, 'signIn').getByRole('alert').getByText(text).waitFor();

describe('signing in by a link', () => {
  test('L01, L10: works once in the browser that requested it', async () => {
    await signingIn(byLink, async (page, stage) => {
      const link = await sentLink(page, stage);
      expect(await cookie(page.context(), '__Host-eml')).toMatchObject({
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        path: '/',
      });
      const used = calls(page, '/sign-in/email-link');
      const seen: string[] = [];
      await page.exposeFunction('seen', (text: string) => seen.push(text));
      await page.addInitScript(() => {
        new MutationObserver(() => {
          const said = document.querySelector('[role=dialog]')?.textContent;
          if (said) (window as never as { seen: (text: string) => void }).seen(said);
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      await page.goto(link);
      await arrivedHomeUnnamed(page);
      expect(new Set(seen)).toEqual(new Set(['Signing you in…', 'Signed in!']));
      expect(await cookie(page.context(), '__Host-eml')).toBeUndefined();
      expect(await cookie(page.context(), '__Host-rt')).toBeDefined();
      expect(page.url()).not.toMatch(/oobCode|ui_|mode=/);

      await page.goBack();
      await page.reload();
      await page.locator('#content h1').waitFor();
      expect(page.url()).not.toMatch(/oobCode|ui_|mode=/);
      expect(used).toHaveLength(1);
    });
  });

  test('L01: the success dialog stays for a second', async () => {
    await signingIn(byLink, async (page, stage) => {
      const link = await sentLink(page, stage);
      let held: Route | undefined;
      await page.route('**/auth/v1/sign-in/email-link', (route) => {
        held = route;
      });
      await page.clock.install();
      await page.goto(link);
      await page.getByRole('dialog').getByText('Signing you in…').waitFor();
      await expect.poll(() => held).toBeDefined();
      await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)));
      await held?.continue();
      await page.getByRole('dialog').getByText('Signed in!').waitFor();
      await page.clock.runFor(999);
      await page.getByRole('dialog').getByText('Signed in!').waitFor();
      expect(page.url()).toContain('screen=auth');
      await page.clock.runFor(1);
      await page.waitForURL((url) => !url.searchParams.has('screen'));
    });
  });

  test('L02, L03: opened in another browser, it asks for the address', async () => {
    await signingIn(byLink, async (page, stage) => {
      const link = await sentLink(page, stage);
      await onAnotherDevice(async (elsewhere) => {
        await elsewhere.goto(link);
        await card(elsewhere, 'emailLinkSignInConfirmation').waitFor();
        expect(elsewhere.url()).not.toContain('oobCode');
        await confirm(elsewhere, 'bogdan@example.ro');
        await elsewhere
          .getByRole('alert')
          .getByText('The email provided does not match the current sign-in session.')
          .waitFor();
        await confirm(elsewhere, ana.email);
        await arrivedHomeUnnamed(elsewhere);
      });
      await page.goto(`${stage.url}/app`);
      await page.locator('#content').getByRole('link', { name: 'Sign in' }).first().waitFor();
    });
  });

  test('L04: when the same browser is required, another one is refused', async () => {
    const forced = { ...byLink, 'accounts.force_same_device': true };
    await signingIn(forced, async (page, stage) => {
      const link = await sentLink(page, stage);
      await onAnotherDevice(async (elsewhere) => {
        await elsewhere.goto(link);
        await card(elsewhere, 'differentDeviceError').waitFor();
        await button(elsewhere, 'Dismiss').click();
        await card(elsewhere, 'signIn').waitFor();
      });
      await page.goto(link);
      await arrivedHomeUnnamed(page);
    });
  });

  test('L05: a second link invalidates the first', async () => {
    await signingIn(byLink, async (page, stage) => {
      const first = await sentLink(page, stage);
      await button(page, 'Trouble getting email?').click();
      await card(page, 'emailNotReceived').waitFor();
      await stage.advance(61);
      await button(page, 'Send again').click();
      await card(page, 'emailLinkSignInSent').waitFor();
      const second = await stage.link('email_sign_in', 2);
      // Another browser, since this one knows only the newer request.
      await page.goto(first);
      await startWith(page, invalid);
      await page.goto(second);
      await arrivedHomeUnnamed(page);
    });
  });

  test('L06: an old link has expired', async () => {
    await signingIn(byLink, async (page, stage) => {
      const link = await sentLink(page, stage);
      await stage.advance(601);
      await page.goto(link);
      await startWith(page, 'This code has expired.');
    });
  });

  test('L07: after an hour the browser is no longer recognised', async () => {
    const lasting = { ...byLink, 'accounts.link_ttl_secs': 7200 };
    await signingIn(lasting, async (page, stage) => {
      const link = await sentLink(page, stage);
      expect((await cookie(page.context(), '__Host-eml'))?.expires).toBeLessThanOrEqual(
        Date.now() / 1000 + 3600,
      );
      await stage.advance(3601);
      await page.goto(link);
      await card(page, 'emailLinkSignInConfirmation').waitFor();
      await confirm(page, ana.email);
      await arrivedHomeUnnamed(page);
    });
  });

  test('L08, L11: the browser’s cookie is opaque and cannot be forged', async () => {
    await signingIn(byLink, async (page, stage) => {
      const link = await sentLink(page, stage);
      const state = new URL(link).searchParams.get('ui_sid') ?? '';
      expect(state).toMatch(/^[0-9A-Za-z]{32}$/);
      const kept = await cookie(page.context(), '__Host-eml');
      if (!kept) throw new Error('the browser keeps nothing');
      const plain = decodeURIComponent(kept.value);
      for (const text of [plain, Buffer.from(plain, 'base64').toString('latin1')]) {
        expect(text).not.toContain(ana.email);
        expect(text).not.toContain(state);
      }
      const at = Math.floor(kept.value.length / 2);
      const other = kept.value[at] === 'A' ? 'B' : 'A';
      const value = kept.value.slice(0, at) + other + kept.value.slice(at + 1);
      await page.context().addCookies([{ ...kept, value }]);
      await page.goto(link);
      await card(page, 'emailLinkSignInConfirmation').waitFor();
      await page.context().addCookies([kept]);
      await page.goto(link);
      await arrivedHomeUnnamed(page);
    });
  });
});
