import { beforeAll, expect, test } from 'vitest';
import { base, searchReady, useServer } from './server.ts';
import { expectAccessible, expectFitting, open, settled, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();
beforeAll(searchReady);

test('from Home: words, marks, a filter, an article and back', async () => {
  await visit({ language: 'ro', viewport: { width: 390, height: 844 } }, async (page) => {
    await open(page, '/app');
    await page.getByRole('button', { name: 'Filtre' }).click();
    await page.getByRole('searchbox').fill('salariile minime');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/app?screen=search&q=salariile+minime`);
    const first = page
      .getByRole('article')
      .filter({ hasText: 'Salariul minim brut este de 4.325' });
    await first.waitFor();
    expect(await first.locator('mark').first().textContent()).toBe('Salariul');
    await settled(page);
    await expectAccessible(page, 'search');
    await expectFitting(page, 'search');

    const opener = page.getByRole('button', { name: 'Filtre', exact: true });
    await opener.click();
    await page.getByRole('link', { name: /^Legi \d+$/ }).click();
    await page.waitForURL(/act_type=LEGE/);
    await page.getByRole('link', { name: 'Șterge filtrul „Legi”' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Șterge filtrul „Legi”' }).waitFor({ state: 'detached' });

    await first.getByRole('link').first().click();
    await page.waitForURL(/articleId=/);
    await page.getByRole('link', { name: 'Înapoi la căutare' }).first().click();
    await page.waitForURL(`${base}/app?screen=search&q=salariile+minime`);
  });
});

test('a citation with the keyboard, and a query without results', async () => {
  await visit({ language: 'en' }, async (page) => {
    await open(page, '/app?screen=about');
    await page.keyboard.press('/');
    const field = page.getByRole('combobox');
    await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type('geo 156');
    const option = page.getByRole('option', { name: /^GEO no\. 156\/2024/ });
    await option.waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => option.getAttribute('data-highlighted')).not.toBeNull();
    await page.keyboard.press('Escape');
    await option.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('geo 156');
    await page.keyboard.type('/2024');
    await page.keyboard.press('Enter');
    await page.getByText('Read as: GEO no. 156/2024').waitFor();
    await page.getByText('About this act').first().waitFor();

    await field.fill('rent zzzznothingzzzz');
    await page.keyboard.press('Enter');
    await page.getByText('In no article: zzzznothingzzzz').waitFor();
    await page.getByRole('article').first().waitFor();
  });
});
