import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { patience } from './patience.ts';
import { base, searchReady, useServer } from './server.ts';
import { expectAccessible, expectFitting, open, settled, useBrowser, visit } from './support.ts';

const law = '/act/lege-31-1990';

/* Changed by Law no. 214/2024, about which there is no article. */
const provision = 'art. 185 alin. (1)';

/** The program compares the forms of the demonstration after its start. */
async function historyReady() {
  const acts = async () => {
    const answer = await fetch(`${base}/acts/lege-31-1990/history`);
    return answer.ok ? ((await answer.json()) as { acts: number }).acts : answer.status;
  };
  const ready = async () => expect(await acts()).toBe(2);
  await vi.waitFor(ready, { interval: 500, timeout: patience });
}

const changeOn = (page: Page) =>
  page
    .locator('details.amendment', { has: page.locator('summary', { hasText: provision }) })
    .first();

/** Opens the change of the provision, and looks at its texts before and after. */
async function openChange(page: Page) {
  const change = changeOn(page);
  const removed = change.locator('del').first();
  expect(await removed.count()).toBe(0);
  await change.locator('summary').click();
  await removed.waitFor();
  await change.locator('ins').first().waitFor();
  return change;
}

useBrowser();
await useServer();
beforeAll(searchReady);
beforeAll(historyReady);

test('from a citation in an article to the act, and to following it', async () => {
  await visit({ language: 'en' }, async (page) => {
    await open(page, '/app?articleId=lege-299-2024-adunari-generale-online');
    await page.getByRole('link', { name: 'Companies Law no. 31/1990' }).first().click();
    await page.waitForURL(`${base}/act/lege-31-1990`);
    await page.getByRole('heading', { level: 1, name: 'Law no. 31/1990' }).waitFor();
    await page.setViewportSize({ width: 320, height: 800 });
    await settled(page);
    await expectAccessible(page, 'act');
    await expectFitting(page, 'act');
    await page.getByRole('button', { name: 'Follow “Law no. 31/1990”' }).click();
    await page.waitForURL(/screen=auth/);
  });
});

test('the history of an act: a change before and after, our article, and the follow of a provision', async () => {
  await visit({ language: 'en' }, async (page) => {
    await open(page, law);
    await page.getByText(/^\d+ changes since 2024, by 2 laws\./).waitFor();
    const ours = page.getByText('Our article:').first();
    await ours.waitFor();
    const link = page.getByRole('link', { name: /general meetings/ }).first();
    expect(await link.getAttribute('href')).toContain('lege-299-2024');
    const change = await openChange(page);
    await change.getByRole('button', { name: `Follow “${provision} of Law no. 31/1990”` }).click();
    await page.waitForURL(/screen=auth/);
  });
});

test('without JavaScript the history of an act has its changes too', () =>
  visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(`${base}${law}?lang=ro`);
    await page.getByText(/schimbări din 2024, prin 2 legi\./).waitFor();
    await page.getByText('Articolul nostru:').first().waitFor();
    const change = changeOn(page);
    if ((await change.getAttribute('open')) === null) await change.locator('summary').click();
    expect(await change.locator('del').first().isVisible()).toBe(true);
    expect(await change.locator('ins').first().isVisible()).toBe(true);
  }));
