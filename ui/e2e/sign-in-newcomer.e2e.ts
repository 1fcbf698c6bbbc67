import { expect, test } from 'vitest';
import { arrivedHome, button, card, field, newPassword, signingIn } from './sign-in-steps.ts';
import { useBrowser } from './support.ts';

useBrowser();

const ilinca = { name: 'Ilinca Țuțu', email: 'ilinca@example.ro', password: 'vara lungă 47' };

test('a newcomer signs up, signs in again and resets the password', async () => {
  const phone = { language: 'ro', viewport: { width: 390, height: 844 } } as const;
  await signingIn(
    {},
    async (page, stage) => {
      const next = async (email: string) => {
        await field(page, 'E-mail').fill(email);
        await button(page, 'Înainte').click();
      };
      // A shared link names its language.
      await page.goto(`${stage.url}/app?lang=ro`);
      await page.locator('#content a[href*="screen=auth"]').first().click();
      // The keyboard is enough for a new account.
      for (const [id, name, text] of [
        ['signIn', 'email', ilinca.email],
        ['passwordSignUp', 'name', ilinca.name],
        ['passwordSignUp', 'newPassword', ilinca.password],
      ] as const) {
        await card(page, id).locator(`input[name=${name}]:focus`).waitFor();
        await page.keyboard.type(text);
        await page.keyboard.press('Enter');
      }
      await arrivedHome(page, ilinca.name);
      const [welcome] = await stage.mails();
      expect(welcome).toMatchObject({ kind: 'verify_email', to: ilinca.email, language: 'ro' });

      const leave = async () => {
        await page.goto(`${stage.url}/app?screen=profile`);
        await page.getByRole('heading', { level: 1, name: ilinca.name }).waitFor();
        await page.locator('#content').getByRole('button', { name: 'Deconectare' }).click();
        await card(page, 'signIn').waitFor();
      };
      await leave();
      await next(ilinca.email);
      await field(page, 'Parolă').fill(ilinca.password);
      await button(page, 'Conectare').click();
      await arrivedHome(page, ilinca.name);

      await leave();
      await next(ilinca.email);
      await button(page, 'Nu reușești să te conectezi?').click();
      await stage.advance(60);
      await button(page, 'Trimite').click();
      await card(page, 'passwordRecoveryEmailSent').getByText(ilinca.email).waitFor();
      await page.goto(await stage.link('password_reset'));
      await field(page, 'Parolă nouă').fill(newPassword);
      await button(page, 'Salvează').click();
      await card(page, 'passwordResetSuccess').waitFor();
      await page.getByRole('link', { name: 'La pagina de conectare' }).click();
      await next(ilinca.email);
      await field(page, 'Parolă').fill(newPassword);
      await button(page, 'Conectare').click();
      await arrivedHome(page, ilinca.name);
    },
    phone,
  );
});
