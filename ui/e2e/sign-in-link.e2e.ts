import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  ana,
  arrivedHomeUnnamed,
  byLink,
  calls,
  card,
  cookie,
  giveEmail,
  openAuth,
  signingIn,
} from './sign-in-steps.ts';
import type { Stage } from './stage.ts';
import { useBrowser } from './support.ts';

useBrowser();

/** Requests a sign-in link and returns it. */
async function sentLink(page: Page, stage: Stage): Promise<string> {
  await openAuth(page, stage);
  await giveEmail(page, ana.email);
  await card(page, 'emailLinkSignInSent').waitFor();
  return stage.link('email_sign_in');
}

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
});
