import type { BrowserContext, Cookie, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { Stage } from './stage.ts';
import { type Visit, visit } from './support.ts';

/** The account of these journeys. */
export const ana = { name: 'Ana', email: 'ana@example.ro', password: 'vara lungă 47' };
export const newPassword = 'iarna scurtă 58';

/** Settings that allow sign-in by mailed link alone. */
export const byLink = { 'accounts.sign_in_methods': ['email_link'] };
/** Settings that allow sign-in by mailed link or password. */
export const byLinkOrPassword = { 'accounts.sign_in_methods': ['email_link', 'password'] };

/* The browser's console message about a refused request, which these journeys provoke. */
const refusals = /status of (4\d\d|503)/;

/** Runs a journey in English against its own server. */
export function signingIn(
  config: Record<string, unknown>,
  journey: (page: Page, stage: Stage) => Promise<void>,
  options: Visit = {},
): Promise<void> {
  const visiting = {
    language: 'en',
    consent: 'rejected',
    ...options,
  } as const;
  return Stage.with(config, (stage) =>
    visit({ expectErrors: refusals, ...visiting }, (page) => journey(page, stage)),
  );
}

/** One page of the sign-in widget. */
export function card(page: Page, id: string): Locator {
  return page.locator(`[data-page=${id}]`);
}

export function button(page: Page, name: string): Locator {
  return page.locator('#content').getByRole('button', { name, exact: true });
}

/** Opens a mailed link and presses the button without which its code is not used. */
export async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await card(page, 'confirmAction').locator('button').click();
}

export function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

export async function openAuth(page: Page, stage: Stage, query = ''): Promise<void> {
  await page.goto(`${stage.url}/app?screen=auth${query}`);
}

/** Enters the address on the first page and continues. */
export async function giveEmail(page: Page, email: string): Promise<void> {
  await field(page, 'E-mail').fill(email);
  await button(page, 'Next').click();
}

/** Opens the password page for this address. */
async function toPassword(page: Page, stage: Stage, email = ana.email): Promise<void> {
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

/** Signs up through the pages, which also signs in. */
export async function signUp(page: Page, stage: Stage, who = ana): Promise<void> {
  await openAuth(page, stage);
  await giveEmail(page, who.email);
  await card(page, 'passwordSignUp').waitFor();
  await field(page, 'First and last name').fill(who.name);
  await field(page, 'Choose a password').fill(who.password);
  await button(page, 'Save').click();
  await arrivedHome(page, who.name);
}

/** The line of Home that greets this reader by the first name. */
export function greeting(page: Page, name = 'Ana'): Locator {
  const [first] = name.split(' ');
  return page.locator('#content :is(h1, header p)', { hasText: new RegExp(`(^|\\s)${first}[,.]`) });
}

/** Waits until Home greets the reader. */
export async function arrivedHome(page: Page, name = 'Ana'): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/app' && !url.searchParams.has('screen'));
  await greeting(page, name).waitFor();
}

/** Signs out on the profile. */
export async function signOut(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}/app?screen=profile`);
  await button(page, 'Sign out').click();
  await card(page, 'signIn').waitFor();
}

/** Creates an account without the browser. */
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

/** Calls the identity API from outside the browser. */
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

/** Whether this password signs in. */
export async function takes(stage: Stage, email: string, password: string): Promise<boolean> {
  const { status } = await call(stage, '/sign-in/password', {
    email,
    password,
    persistence: 'none',
  });
  return status === 200;
}

/** Collects the bodies of the page's later requests to this path of the identity API. */
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

/** Waits until Home is shown to a signed-in reader without a name. */
export async function arrivedHomeUnnamed(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/app' && !url.searchParams.has('screen'));
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('paragraf::signed-in')))
    .toBe('1');
  await page.locator('#content h1').waitFor();
}
