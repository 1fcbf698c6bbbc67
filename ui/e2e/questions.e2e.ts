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

/** Opens a page for a reader with these answers, on the day for which the look was drawn. */
async function openFor(page: Page, facts: object, path: string): Promise<void> {
  const today = '2026-11-26';
  await page.clock.setFixedTime(`${today}T10:00:00Z`);
  await page.route(`${base}/concerns`, (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), today } }),
  );
  await open(page, '/app?screen=about&lang=ro');
  await page.evaluate(answers, facts);
  await open(page, path);
}

/* Where things begin and how high they are, in whole pixels of the page. */
const measured = (page: Page) =>
  page.evaluate(() => {
    const box = (element: Element | null | undefined) => {
      if (!element) throw new Error('What is measured is not on the page.');
      const { top, bottom, height } = element.getBoundingClientRect();
      const px = Math.round;
      return { top: px(top + scrollY), bottom: px(bottom + scrollY), height: px(height) };
    };
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const focusable = 'a[href]:not([href="#content"]), button, input, select, summary';
    const isReached = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !(element instanceof HTMLElement && element.tabIndex < 0) &&
      // Of radio buttons with a name, one is a stop.
      !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked);
    const one = (selector: string) => {
      const found = document.querySelector(selector);
      return found ? box(found) : { top: 0, bottom: 0, height: 0 };
    };
    return {
      h1: one('h1').top,
      next: one('.home-next').top,
      panel: one('.duties').top,
      days: all('.duties time').map((time) => box(time.closest('li'))),
      cards: all('.change-list > li').map((card) => box(card).height),
      events: all('section[aria-labelledby="if-it-happens"] li').map((row) => box(row).height),
      verdict: one('.verdict').top,
      due: one('.in-short-when').top,
      page: document.documentElement.scrollHeight,
      stops: all(focusable).filter(isReached).length,
      elements: all('#content *').length,
    };
  });

/* The look's measurements of Home. */
const homes = [
  {
    viewport: { width: 390, height: 844 },
    most: { h1: 138, next: 205, panel: 284, day: 330, third: 680, card: 222 },
    readers: [
      { facts: landlord, page: 2250, stops: 45 },
      { facts: firm, page: 2550, stops: 53 },
    ],
  },
  {
    viewport: { width: 1440, height: 900 },
    most: { h1: 112, next: 155, panel: 239, day: 285, third: 520, card: 213 },
    readers: [
      { facts: landlord, page: 1460, stops: 48 },
      { facts: firm, page: 1720, stops: 56 },
    ],
  },
] as const;

// docs/decisions/0350
for (const { viewport, most, readers } of homes)
  test(`Home answers on its first screen at ${viewport.width}`, () =>
    visit({ language: 'ro', viewport, consent: 'rejected' }, async (page) => {
      for (const { facts, page: height, stops } of readers) {
        await openFor(page, facts, '/app?lang=ro');
        await page.locator('.duties time').first().waitFor();
        await page.locator('section[aria-labelledby="if-it-happens"]').waitFor();
        await settled(page);
        const found = await measured(page);
        expect(found.h1).toBeLessThanOrEqual(most.h1);
        expect(found.next).toBeLessThanOrEqual(most.next);
        expect(found.panel).toBeLessThanOrEqual(most.panel);
        expect(found.days[0]?.top).toBeLessThanOrEqual(most.day);
        if (facts === landlord) expect(found.days[2]?.bottom).toBeLessThanOrEqual(most.third);
        for (const card of found.cards) expect(card).toBeLessThanOrEqual(most.card);
        for (const event of found.events) {
          expect(event).toBeGreaterThanOrEqual(52);
          expect(event).toBeLessThanOrEqual(73);
        }
        expect(found.page).toBeLessThanOrEqual(height);
        expect(found.stops).toBeLessThanOrEqual(stops);
      }
      // The places of a phone; an article's bar replaces them.
      const places = page.getByRole('navigation', { name: 'Locuri' });
      expect(await places.isVisible()).toBe(viewport.width < 960);
      await expectSound(page, 'Home with answers');
    }));

/* The look's measurements of an article; the help of its badge is one stop more than drawn. */
const articles = [
  {
    viewport: { width: 390, height: 844 },
    most: { verdict: 98, title: 339, due: 483, stops: 28 },
  },
  {
    viewport: { width: 1440, height: 900 },
    most: { verdict: 66, title: 263, due: 385, stops: 37 },
  },
] as const;

for (const { viewport, most } of articles)
  test(`an article says whether and until when above everything at ${viewport.width}`, () =>
    visit({ language: 'ro', viewport, consent: 'rejected' }, async (page) => {
      for (const slug of [
        'lege-239-2025-chirii-pe-termen-lung',
        'oug-9-2026-reduceri-impozite-locale',
        'oug-115-2023-chirii-retinere-la-sursa',
      ]) {
        await openFor(page, landlord, `/app?articleId=${slug}&lang=ro`);
        // The steps of others fold away with the answer, not with the page.
        await page.locator('.verdict[aria-busy=false]').waitFor();
        await settled(page);
        expect(await page.getByRole('navigation', { name: 'Locuri' }).count()).toBe(0);
        const found = await measured(page);
        expect(found.verdict, slug).toBeLessThanOrEqual(most.verdict);
        expect(found.h1, slug).toBeLessThanOrEqual(most.title);
        expect(found.due, slug).toBeLessThanOrEqual(most.due);
        expect(found.stops, slug).toBeLessThanOrEqual(most.stops);
      }
    }));

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
    await page.getByText(/certain (returns?|things? to do)$|^Nothing (certain|to file)/).waitFor();
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

/* The look's measurements, in pixels: where the first day begins, and where the page ends. */
const screens = [
  { viewport: { width: 390, height: 844 }, firstDay: 326, page: 1830, stops: 41 },
  { viewport: { width: 1440, height: 900 }, firstDay: 316, page: 1345, stops: 44 },
] as const;

for (const { viewport, firstDay, page: height, stops } of screens)
  test(`December of a firm fits its screen at ${viewport.width}`, () =>
    visit({ language: 'ro', consent: 'rejected', viewport }, async (page) => {
      await openFor(page, firm, '/app?screen=deadlines&month=2026-12&lang=ro');
      const d300 = page.getByRole('button', { name: 'D300 TVA' });
      await d300.click();
      await page.getByRole('region', { name: 'D300 TVA' }).waitFor();
      expect(await page.locator('h1').textContent()).toBe('Decembrie 2026');
      const first = await page.locator('#content ol > li').first().boundingBox();
      expect(Math.round(first?.y ?? 0)).toBeLessThanOrEqual(firstDay);
      const found = await measured(page);
      expect(found.page).toBeLessThanOrEqual(height);
      expect(found.stops).toBeLessThanOrEqual(stops);
      expect(found.elements).toBeLessThanOrEqual(300);
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
