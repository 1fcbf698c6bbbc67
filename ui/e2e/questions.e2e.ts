import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUp } from './reader-steps.ts';
import { base, useServer } from './server.ts';
import { expectSound, goTo, open, settled, tabTo, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

const answers = (facts: object) =>
  localStorage.setItem('paragraf::answers', JSON.stringify({ facts, skipped: [] }));

const landlord = {
  subject: 'person',
  farms: false,
  owns: ['home'],
  situations: ['lets_property'],
  letting: ['home_to_person'],
  everyday: [],
  passive_income: { from: 0, to: 24_299.99 },
};
const topOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page.`);
  return box.y;
};

/* The answer is on the first screen, with the notice of the demonstration above it. */
for (const { viewport, most } of [
  {
    viewport: { width: 390, height: 844 },
    most: { h1: 176, panel: 340, duty: 410, verdict: 170, title: 430 },
  },
  {
    viewport: { width: 1440, height: 900 },
    most: { h1: 200, panel: 360, duty: 430, verdict: 190, title: 400 },
  },
]) {
  test(`the answer, the first day and the verdict are high: ${viewport.width}`, () =>
    visit({ language: 'ro', viewport, consent: 'rejected' }, async (page) => {
      await open(page, '/app');
      await page.evaluate(answers, landlord);
      await open(page, '/app');
      await page.locator('.duties time').first().waitFor();
      await settled(page);
      expect(await page.locator('h1').textContent()).toMatch(/decembrie|ianuarie/);
      expect(await topOf(page, 'h1')).toBeLessThanOrEqual(most.h1);
      expect(await topOf(page, '.duties')).toBeLessThanOrEqual(most.panel);
      expect(await topOf(page, '.duties time')).toBeLessThanOrEqual(most.duty);
      // The places of a phone; an article's bar replaces them.
      const places = page.getByRole('navigation', { name: 'Locuri' });
      expect(await places.isVisible()).toBe(viewport.width < 960);
      await expectSound(page, 'Home with answers');

      await open(page, '/app?articleId=oug-115-2023-chirii-retinere-la-sursa');
      await page.locator('.verdict').waitFor();
      await settled(page);
      expect(await places.count()).toBe(0);
      expect(await topOf(page, '.verdict')).toBeLessThanOrEqual(most.verdict);
      expect(await topOf(page, 'h1')).toBeLessThanOrEqual(most.title);
    }));
}

test('a landlord answers by keyboard, and list, article and deadlines agree', () =>
  visit({ language: 'en', viewport: { width: 390, height: 844 } }, async (page) => {
    const bodies: string[] = [];
    page.on('request', (request) => {
      expect(request.url()).not.toMatch(/lets_property|home_to_person/);
      if (request.url() === `${base}/concerns`) bodies.push(request.postData() ?? '');
    });
    await open(page, '/app?screen=questions');
    await page.getByRole('heading', { name: 'Who is this profile for?' }).waitFor();
    await tabTo(page, /^Myself, as a person/);
    await page.keyboard.press('Space');
    await page.getByText(/may concern you|concern you, maybe/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Question 2 of at most 6').waitFor();
    await expectSound(page, 'a question');

    await page.evaluate(answers, landlord);
    await open(page, '/app?screen=questions&at=list');
    await page.getByRole('region', { name: 'Your answers' }).waitFor();
    await page.getByText(/duties left out/).click();
    await expectSound(page, 'the list');
    const first = page.getByRole('region', { name: 'By when' }).getByRole('listitem').first();
    const date = await first.locator('time').first().getAttribute('datetime');
    expect(date).toMatch(/^\d{4}-/);

    await goTo(page, `/app?screen=deadlines&month=${date?.slice(0, 7)}`);
    await page.getByText(/certain returns?$|^Nothing (certain|to file)/).waitFor();
    const days = await page
      .locator('time[datetime]')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
    expect(days).toContain(date);

    const path = '/app?articleId=oug-115-2023-chirii-retinere-la-sursa';
    await goTo(page, path);
    await settled(page);
    const strip = page.getByRole('region', { name: 'Does it concern you?' });
    expect(await strip.textContent()).toMatch(/^(Does not concern|Concerns|May concern) you/);
    await expectSound(page, 'an article with its verdict');
    expect(JSON.parse(bodies.at(-1) ?? '{}')).toMatchObject({ facts: { subject: 'person' } });
  }));

/* What a firm answers: small, with staff and monthly VAT; the rest it has not been asked. */
const firm = {
  subject: 'srl',
  farms: false,
  company_tax: 'micro',
  vat: 'monthly',
  employees: 4,
  turnover: 300_000,
  pays: { yes: ['dividends'], unsure: ['rent_to_person'] },
  trade: { yes: ['eu_sales'], unsure: [] },
  activity: { yes: [], unsure: ['packaging'] },
  owns: { yes: ['vehicle'], unsure: ['expensive_car'] },
  special: [],
  digital: [],
};

/* The look's measurements, in pixels: where the first day begins, and where the page ends. */
const screens = [
  { viewport: { width: 390, height: 844 }, firstDay: 326, page: 1830, stops: 41 },
  { viewport: { width: 1440, height: 900 }, firstDay: 316, page: 1345, stops: 44 },
] as const;

for (const { viewport, firstDay, page: height, stops } of screens)
  test(`December of a firm fits its screen at ${viewport.width}`, () =>
    visit({ language: 'ro', consent: 'rejected', viewport }, async (page) => {
      const today = '2026-11-26';
      await page.clock.setFixedTime(`${today}T10:00:00Z`);
      await page.route(`${base}/concerns`, (route) =>
        route.continue({ postData: { ...route.request().postDataJSON(), today } }),
      );
      await open(page, '/app?screen=about&lang=ro');
      await page.evaluate(answers, firm);
      await open(page, '/app?screen=deadlines&month=2026-12&lang=ro');
      const d300 = page.getByRole('button', { name: 'D300 TVA' });
      await d300.click();
      await page.getByRole('region', { name: 'D300 TVA' }).waitFor();
      expect(await page.locator('h1').textContent()).toBe('Decembrie 2026');
      const measured = await page.evaluate(() => {
        const first = document.querySelector('#content ol > li');
        const focusable = 'a[href], button, input, select, summary, [tabindex="0"]';
        const isReached = (element: Element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          // Of radio buttons with a name, one is a stop.
          !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked);
        return {
          firstDay: Math.round(first?.getBoundingClientRect().top ?? 0),
          page: document.documentElement.scrollHeight,
          stops: [...document.querySelectorAll(focusable)].filter(isReached).length,
          elements: document.querySelectorAll('#content *').length,
        };
      });
      expect(measured.firstDay).toBeLessThanOrEqual(firstDay);
      expect(measured.page).toBeLessThanOrEqual(height);
      expect(measured.stops).toBeLessThanOrEqual(stops);
      expect(measured.elements).toBeLessThanOrEqual(300);
      await expectSound(page, 'a month of a firm');
    }));

test('two profiles of an account are named on Deadlines, chosen by chips and erased', () =>
  visit(
    { language: 'ro', viewport: { width: 390, height: 844 }, consent: 'rejected' },
    async (page) => {
      const { uid, authorization } = await signUp(page, { url: base }, { lang: 'ro' });
      const firm = { subject: 'srl', farms: false, vat: 'monthly', employees: 3 };
      for (const [name, facts] of Object.entries({ Eu: landlord, 'Firma mea': firm })) {
        const kept = await fetch(`${base}/users/profiles/${uid}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ name, facts }),
        });
        expect(kept.status).toBe(200);
      }
      const next = new Date(Date.now() + 31 * 24 * 3600 * 1000).toISOString().slice(0, 7);
      await open(page, `/app?screen=deadlines&month=${next}`);
      const payroll = page.getByRole('button', { name: /^D112/ }).first();
      await payroll.waitFor();
      await page
        .getByText(/^Firma mea · /)
        .first()
        .waitFor();
      await settled(page);
      await expectSound(page, 'deadlines of two profiles');
      const chip = (name: string) => page.getByRole('checkbox', { name, exact: true });
      await chip('Firma mea').click();
      await payroll.waitFor({ state: 'detached' });
      expect(await chip('Eu').isChecked()).toBe(true);
      await chip('Eu').click();
      await payroll.waitFor();

      await open(page, '/app?screen=account');
      await page.getByRole('button', { name: 'Șterge toate răspunsurile' }).click();
      await page.getByRole('button', { name: 'Șterge toate profilurile' }).click();
      await page.getByText('Contul tău nu păstrează niciun răspuns.').waitFor();
      await open(page, `/app?screen=deadlines&month=${next}`);
      expect(await page.getByRole('checkbox').count()).toBe(0);
    },
  ));
