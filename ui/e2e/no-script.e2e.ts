import { expect, test } from 'vitest';
import { base, useServer } from './server.ts';
import { useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

const article = '/app?articleId=hg-146-2026-salariu-minim&lang=ro';
const narrow = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } };

test('without JavaScript an article is complete, in the system’s theme, with links', () =>
  visit({ ...narrow, colorScheme: 'dark' }, async (page) => {
    await page.goto(base + article);
    const texts = await page.locator('h1, h2').allTextContents();
    expect(texts).toEqual([
      'Salariul minim brut este de 4.325 de lei de la 1 iulie 2026',
      'Pe scurt',
      'Ce ai de făcut',
      'Date de reținut',
      'Pe înțelesul tuturor',
      'Rezumat tehnic',
      'Surse și verificare',
    ]);
    expect(await page.locator('.shell-badge').textContent()).toBe('Important');
    const foot = page.locator('.shell-foot');
    expect(await foot.isVisible()).toBe(true);
    await foot.getByRole('link', { name: 'English' }).click();
    expect(page.url()).toContain('lang=en');
    await page.getByRole('link', { name: 'Privacy Policy' }).click();
    // Its words are there before its styles.
    await page.waitForLoadState('load');
    expect(await page.locator('h1').textContent()).toBe('Privacy Policy');
    const { width } = (await page.locator('body').boundingBox()) ?? { width: 0 };
    expect(width).toBe(390);
    const bright = await page.screenshot({ clip: { x: 2, y: 300, width: 1, height: 1 } });
    await page.emulateMedia({ colorScheme: 'light' });
    const dark = await page.screenshot({ clip: { x: 2, y: 300, width: 1, height: 1 } });
    expect(bright.equals(dark)).toBe(false);
  }));

test('the places of the app are reached from every page, and the filters of deadlines do not collide', () =>
  visit(narrow, async (page) => {
    await page.goto(base + article);
    await page.getByRole('link', { name: 'Meniu' }).click();
    const places = page.getByRole('navigation', { name: 'Navigare principală' });
    expect(await places.getByRole('link').allTextContents()).toEqual([
      'Acasă',
      'Căutare',
      'Termene',
      'Notificări',
      'Asistent',
      'Despre',
      'Opțiuni',
      'Conectare',
    ]);
    await places.getByRole('link', { name: 'Termene' }).click();
    await page.waitForLoadState('load');
    const boxes = await page.locator('h1, select, form button, h2').evaluateAll((elements) =>
      elements.slice(0, 5).map((element) => {
        const { x, y, right, bottom } = element.getBoundingClientRect();
        return { x, y, right, bottom };
      }),
    );
    const collide = (a: (typeof boxes)[number], b: (typeof boxes)[number]) =>
      a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;
    expect(boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => collide(a, b)))).toEqual([]);
    await page.goto(`${base}/app?screen=profile&lang=ro`);
    // Inside of `noscript`, which neither texts nor roles reach.
    await page.locator('p', { hasText: 'Ecranul acesta are nevoie de JavaScript.' }).waitFor();
    expect(await page.locator('#places a').count()).toBe(8);
  }));

test('prints the URL of the page and no navigation', () =>
  visit(narrow, async (page) => {
    await page.goto(base + article);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.locator('.shell-foot').isVisible()).toBe(false);
    const address = page.locator('dd a').last();
    expect(await address.isVisible()).toBe(true);
    expect(await address.textContent()).toContain(
      '/app?articleId=hg-146-2026-salariu-minim&lang=ro',
    );
  }));
