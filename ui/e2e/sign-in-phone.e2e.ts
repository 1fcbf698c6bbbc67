import { describe, expect, test } from 'vitest';
import { arrivedHomeUnnamed, button, card, field, openAuth, signingIn } from './sign-in-steps.ts';
import { useBrowser } from './support.ts';

useBrowser();

describe('signing in by phone', () => {
  test('T04, T13: our own captcha is solved in the browser, and the code signs in', async () => {
    await signingIn({ 'accounts.phone': true }, async (page, stage) => {
      await openAuth(page, stage);
      await page.getByRole('button', { name: 'Sign in with phone' }).click();
      await card(page, 'phoneSignInStart').waitFor();
      await field(page, 'Phone number').fill('0722 123 456');
      await page.getByText('I am not a robot').click();
      await page.getByRole('checkbox', { name: 'Checked' }).waitFor();
      await button(page, 'Verify').click();
      await card(page, 'phoneSignInFinish').waitFor();
      const [message] = await stage.mails();
      expect(message).toMatchObject({ kind: 'phone_code', to: '+40722123456', language: 'en' });
      await field(page, '6-digit code').fill(message?.content.code ?? '');
      await button(page, 'Continue').click();
      await arrivedHomeUnnamed(page);
    });
  });
});
