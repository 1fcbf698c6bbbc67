import type { BrowserContext, Cookie, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { Stage } from './stage.ts';
import { type Visit, visit } from './support.ts';

/** What a reader of these journeys signs in with. */
export const ana = { name: 'Ana', email: 'ana@example.ro', password: 'vara lungă 47' };
export const newPassword = 'iarna scurtă 58';

/** The settings of a server where an e-mailed link is the way in. */
export const byLink = { 'accounts.sign_in_methods': ['email_link'] };
/** The same, with passwords beside it. */
export const byLinkOrPassword = { 'accounts.sign_in_methods': ['email_link', 'password'] };

/* What the browser writes of a refused call, which these journeys provoke on purpose. */
const refusals = /status of (4\d\d|503)/;

/** A journey in English against a server of its own. */
export function signingIn(
  config: Record<string, unknown>,
  journey: (page: Page, stage: Stage) => Promise<void>,
  options: Visit = {},
): Promise<void> {
  return Stage.with(config, (stage) =>
    visit({ language: 'en', consent: 'rejected', expectErrors: refusals, ...options }, (page) =>
      journey(page, stage),
    ),
  );
}

/** The card of one page of the widget. */
export function card(page: Page, id: string): Locator {
  return page.locator(`[data-page=${id}]`);
}

export function button(page: Page, name: string): Locator {
  return page.locator('#content').getByRole('button', { name, exact: true });
}

export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

export async function openAuth(page: Page, stage: Stage, query = ''): Promise<void> {
  await page.goto(`${stage.url}/app?screen=auth${query}`);
}

/** Gives the address on the first page and goes on. */
export async function giveEmail(page: Page, email: string): Promise<void> {
  await field(page, 'E-mail').fill(email);
  await button(page, 'Next').click();
}

/** Opens the page that asks for a password, for this address. */
export async function toPassword(page: Page, stage: Stage, email = ana.email): Promise<void> {
  await openAuth(page, stage);
  await giveEmail(page, email);
  await card(page, 'passwordSignIn').waitFor();
}

export async function signIn(
  page: Page,
  stage: Stage,
  { email, password }: { email: string; password: string } = ana,
): Promise<void> {
  await toPassword(page, stage, email);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
  await arrivedHome(page);
}

/** Makes the account through the pages; whoever did it is signed in. */
export async function signUp(page: Page, stage: Stage, who = ana): Promise<void> {
  await openAuth(page, stage);
  await giveEmail(page, who.email);
  await card(page, 'passwordSignUp').waitFor();
  await field(page, 'First and last name').fill(who.name);
  await field(page, 'Choose a password').fill(who.password);
  await button(page, 'Save').click();
  await arrivedHome(page);
}

/** The heading of Home that says this name. */
export function greeting(page: Page, name = 'Ana'): Locator {
  return page.locator('#content h1', { hasText: new RegExp(`(^|\\s)${name}[,.]`) });
}

/** Home knows who reads. */
export async function arrivedHome(page: Page, name = 'Ana'): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/app' && !url.searchParams.has('screen'));
  await greeting(page, name).waitFor();
}

/** Signs out as readers do: on the profile. */
export async function signOut(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}/app?screen=profile`);
  await button(page, 'Sign out').click();
  await card(page, 'signIn').waitFor();
}

/** Makes an account without a browser, for journeys that begin after that. */
export async function account(stage: Stage, who = ana, lang = 'en'): Promise<void> {
  const { status } = await call(stage, '/sign-up', {
    email: who.email,
    password: who.password,
    display_name: who.name,
    persistence: 'none',
    lang,
  });
  expect(status).toBe(200);
}

export interface Called {
  status: number;
  body: Record<string, unknown>;
  retryAfter: string | null;
}

/** A call as any program could make it. */
export async function call(stage: Stage, path: string, body: unknown): Promise<Called> {
  const answer = await fetch(`${stage.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'paragraf' },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Record<string, unknown>,
    retryAfter: answer.headers.get('retry-after'),
  };
}

/** Whether the server takes this password. */
export async function takes(stage: Stage, email: string, password: string): Promise<boolean> {
  const { status } = await call(stage, '/sign-in/password', {
    email,
    password,
    persistence: 'none',
  });
  return status === 200;
}

/** The calls that the page makes to the identity server from now on. */
export function calls(page: Page, path: string): unknown[] {
  const seen: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === `/auth/v1${path}`) {
      seen.push(request.postDataJSON());
    }
  });
  return seen;
}

export async function cookie(context: BrowserContext, name: string): Promise<Cookie | undefined> {
  return (await context.cookies()).find((one) => one.name === name);
}

/** A browser that shares nothing with the first one. */
export function onAnotherDevice(journey: (page: Page) => Promise<void>): Promise<void> {
  return visit({ language: 'en', consent: 'rejected', expectErrors: refusals }, journey);
}

/** Lets the server's rules arrive changed, for what no setting of the server offers. */
export async function withConfig(
  page: Page,
  change: (config: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await page.route('**/auth/v1/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

/** Home, for a reader who gave no name. */
export async function arrivedAnywhereHome(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/app' && !url.searchParams.has('screen'));
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('paragraf::signed-in')))
    .toBe('1');
  await page.locator('#content h1').waitFor();
}
