import type { Page } from 'playwright-core';
import {
  account,
  ana,
  byLinkOrPassword,
  call,
  card,
  follow,
  newPassword,
} from './sign-in-steps.ts';
import { Stage } from './stage.ts';

/** Examines one page of the sign-in, given its name. */
type Examine = (name: string) => Promise<void>;

/** Visits every page of the sign-in once, in any language. */
export async function tour(page: Page, examine: Examine): Promise<void> {
  const config = { ...byLinkOrPassword, 'accounts.require_display_name': true };
  await Stage.with(config, async (stage) => {
    await methods(page, stage, examine);
    await links(page, stage, examine);
    await actions(page, stage, examine);
  });
  await Stage.with({}, (stage) => otherRules(page, stage, examine));
  await Stage.with({ 'accounts.email_privacy': 'protected' }, (stage) =>
    protectedMode(page, stage, examine),
  );
  const closed = {
    'accounts.sign_up': false,
    'accounts.admin_email': 'admin@example.ro',
    'accounts.help_link': 'https://example.ro/ajutor',
    'accounts.security_profile': 'strict',
    'accounts.email_privacy': 'compat',
  };
  await Stage.with(closed, (stage) => refused(page, stage, examine));
}

const auth = (stage: Stage, query = '') => `${stage.url}/app?screen=auth${query}`;

async function give(page: Page, name: string, text: string): Promise<void> {
  await page.locator(`#content input[name=${name}]`).fill(text);
}

async function send(page: Page): Promise<void> {
  await page.locator('#content [data-page] button[type=submit]').click();
}

async function enter(page: Page, stage: Stage, email: string): Promise<void> {
  await page.goto(auth(stage));
  await give(page, 'email', email);
  await send(page);
}

async function shown(page: Page, id: string, examine: Examine, name = id): Promise<void> {
  await card(page, id).waitFor();
  await examine(name);
}

async function methods(page: Page, stage: Stage, examine: Examine): Promise<void> {
  await page.goto(auth(stage));
  await account(stage, ana, (await page.locator('html').getAttribute('lang')) ?? 'en');
  await shown(page, 'signIn', examine);
  await enter(page, stage, 'a@b');
  await page.locator('[aria-invalid=true]').waitFor();
  await shown(page, 'signIn', examine, 'signIn-error');
  await enter(page, stage, ana.email);
  await shown(page, 'passwordSignIn', examine);
  await give(page, 'email', 'nimeni@example.ro');
  await give(page, 'password', 'greșit');
  await send(page);
  await page.getByRole('alert').waitFor();
  await shown(page, 'passwordSignIn', examine, 'passwordSignIn-info');
  await page.locator('#content form button:not([aria-label])[type=button]').first().click();
  await shown(page, 'passwordRecovery', examine);
  await stage.advance(60);
  await give(page, 'email', ana.email);
  await send(page);
  await shown(page, 'passwordRecoveryEmailSent', examine);
}

async function links(page: Page, stage: Stage, examine: Examine): Promise<void> {
  await enter(page, stage, 'ion@example.ro');
  await shown(page, 'emailLinkSignInSent', examine);
  await card(page, 'emailLinkSignInSent').getByRole('button').first().click();
  await shown(page, 'emailNotReceived', examine);
  const link = await stage.link('email_sign_in');
  await page.context().clearCookies();
  await page.goto(link);
  await shown(page, 'emailLinkSignInConfirmation', examine);
  await page.goto(link.replace('ui_sd=0', 'ui_sd=1'));
  await shown(page, 'differentDeviceError', examine);
  await page.route('**/auth/v1/oob/apply', (route) => route.abort());
  await page.goto(auth(stage, '&mode=verifyEmail&oobCode=x'));
  await shown(page, 'confirmAction', examine);
  await card(page, 'confirmAction').getByRole('button').click();
  await shown(page, 'recoverableError', examine);
  await page.unroute('**/auth/v1/oob/apply');
}

async function actions(page: Page, stage: Stage, examine: Examine): Promise<void> {
  const changed = 'ana.noua@example.ro';
  const { body } = await call(stage, '/sign-in/password', { ...ana, persistence: 'none' });
  await fetch(`${stage.url}/auth/v1/oob/send`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${String(body.access_token)}`,
    },
    body: JSON.stringify({ kind: 'verify_and_change_email', new_email: changed, lang: 'ro' }),
  });
  await follow(page, await stage.link('verify_email'));
  await shown(page, 'emailVerificationSuccess', examine);
  await follow(page, await stage.link('verify_and_change_email'));
  await shown(page, 'verifyAndChangeEmailSuccess', examine);
  await follow(page, await stage.link('recover_email'));
  await shown(page, 'emailChangeRevoke', examine);
  await stage.advance(60);
  await card(page, 'emailChangeRevoke').getByRole('button').last().click();
  await page.goto(await stage.link('password_reset', 2));
  await shown(page, 'passwordReset', examine);
  await give(page, 'newPassword', newPassword);
  await send(page);
  await shown(page, 'passwordResetSuccess', examine);
  for (const [mode, id] of [
    ['resetPassword', 'passwordResetFailure'],
    ['verifyEmail', 'emailVerificationFailure'],
    ['verifyAndChangeEmail', 'verifyAndChangeEmailFailure'],
    ['recoverEmail', 'emailChangeRevokeFailure'],
  ] as const) {
    await page.goto(auth(stage, `&mode=${mode}&oobCode=x`));
    if (mode !== 'resetPassword') await card(page, 'confirmAction').getByRole('button').click();
    await shown(page, id, examine);
  }
}

async function otherRules(page: Page, stage: Stage, examine: Examine): Promise<void> {
  await enter(page, stage, 'ion@example.ro');
  await shown(page, 'passwordSignUp', examine);
  await give(page, 'newPassword', 'parola');
  await send(page);
  await page.locator('[aria-invalid=true]').first().waitFor();
  await shown(page, 'passwordSignUp', examine, 'passwordSignUp-error');
  await stage.putAccount({ email: 'dan@example.ro', email_link: true });
  await enter(page, stage, 'dan@example.ro');
  await shown(page, 'unsupportedProvider', examine);
  await page.route('**/auth/v1/config', async (route) => {
    const response = await route.fetch();
    const config = await response.json();
    const [email] = config.sign_in_options;
    const others = ['phone', 'google.com', 'github.com', 'anonymous'];
    const more = others.map((provider) => ({ ...email, provider }));
    await route.fulfill({ response, json: { ...config, sign_in_options: [email, ...more] } });
  });
  await page.goto(auth(stage));
  await shown(page, 'providerSignIn', examine);
  await page.unroute('**/auth/v1/config');
}

async function protectedMode(page: Page, stage: Stage, examine: Examine): Promise<void> {
  await enter(page, stage, ana.email);
  await shown(page, 'passwordSignIn', examine, 'passwordSignIn-unified');
  await page.locator('#content form button[type=button]').last().click();
  await card(page, 'passwordSignUp').waitFor();
  await give(page, 'name', ana.name);
  await give(page, 'newPassword', ana.password);
  await send(page);
  await shown(page, 'checkYourEmail', examine);
}

async function refused(page: Page, stage: Stage, examine: Examine): Promise<void> {
  await enter(page, stage, ana.email);
  await shown(page, 'unauthorizedUser', examine);
}
