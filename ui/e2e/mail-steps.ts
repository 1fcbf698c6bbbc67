import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Stage } from './stage.ts';
import { settled, type Visit, visit } from './support.ts';

export const ana = 'ana.pop@exemplu.ro';

/** The response of `GET /subscriptions/{token}`. */
export interface Subscription {
  email: string;
  language: string;
  status: 'unconfirmed' | 'confirmed' | 'left';
  preferences: Record<string, unknown>;
}

/** Runs a journey against its own server. */
export function readingMail(
  options: Visit,
  journey: (page: Page, stage: Stage) => Promise<void>,
): Promise<void> {
  return Stage.with({}, (stage) => visit(options, (page) => journey(page, stage)));
}

/** Subscribes an address as the form does. */
export async function subscribe(stage: Stage, email = ana, lang = 'en'): Promise<void> {
  const answer = await fetch(`${stage.url}/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, lang, website: '' }),
  });
  expect(answer.status).toBe(200);
}

/** Subscribes an address and returns the confirmation link that was mailed. */
export async function asked(stage: Stage, email = ana, lang = 'en'): Promise<string> {
  await subscribe(stage, email, lang);
  return stage.sentLink(email, '/mail/confirm');
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

/** Calls an endpoint below `/subscriptions` and returns the status. */
export async function call(stage: Stage, link: string, method: string, verb = ''): Promise<number> {
  const address = `${stage.url}/subscriptions/${tokenOf(link)}${verb}`;
  return (await fetch(address, { method })).status;
}

/** Confirms a subscription and returns the links in the footer of its mails. */
export async function subscribed(stage: Stage, email = ana, lang = 'en') {
  expect(await call(stage, await asked(stage, email, lang), 'POST', '/confirm')).toBe(200);
  return stage.mailLinks(email);
}

export async function subscription(stage: Stage, link: string): Promise<Subscription> {
  const answer = await fetch(`${stage.url}/subscriptions/${tokenOf(link)}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Subscription;
}

export async function status(stage: Stage, link: string): Promise<string> {
  return (await subscription(stage, link)).status;
}

/** Opens the page of a mailed link. */
export async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await settled(page);
}

export const headed = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Waits until the element with this text has the focus. */
export const expectFocus = (page: Page, text: string) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
    .toBe(text);

/** Fails when the browser stores the token or the address. */
export async function expectForgetful(page: Page, link: string): Promise<void> {
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  for (const secret of [tokenOf(link), 'exemplu.ro']) expect(kept).not.toContain(secret);
}
