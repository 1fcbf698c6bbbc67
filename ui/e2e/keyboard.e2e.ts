import { expect, test } from 'vitest';
import { expectBell, isPressed, lawChange, newest, signUp, visitAsReader } from './reader-steps.ts';
import { base, searchReady, useServer } from './server.ts';
import { Stage } from './stage.ts';
import { listed, open, settled, tabTo, useBrowser, visit, words } from './support.ts';

useBrowser();
await useServer();

test('reading, filtering, sharing and changing the language without a mouse', async () => {
  const [first] = await listed();
  if (!first) throw new Error('The server has no articles.');
  const word = words[first.importance] ?? '';

  await visit(
    { language: 'en', permissions: ['clipboard-read', 'clipboard-write'] },
    async (page) => {
      await open(page, '/app');
      await tabTo(page, /^Skip to the content$/, 1);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Importance/);
      // A closed list takes the first letters of a choice.
      await page.keyboard.type(word);
      await page.waitForURL(`${base}/app?importance=${first.importance}`);
      await settled(page);

      await tabTo(page, /^Importance: \w+$/);
      await page.getByRole('tooltip').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('tooltip').waitFor({ state: 'hidden' });
      await tabTo(page, /^Read more/);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Technical summary' }).first().waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${base}/app?articleId=*`);
      await settled(page);

      await tabTo(page, /^Share$/);
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await expect.poll(() => page.locator(':focus').textContent()).toBe('Copy link');
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => page.locator(':focus').textContent()).toBe('X');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.getByText('Link copied to clipboard!').waitFor();
      await page.getByRole('menu').waitFor({ state: 'hidden' });

      await page.goto(`${base}/app?screen=about`);
      await settled(page);
      await tabTo(page, /^Language: En$/);
      await page.keyboard.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('End');
      await expect.poll(() => page.locator(':focus').textContent()).toMatch(/^Ro/);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Despre' }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('ro');
    },
  );
});

test('choosing consent, signing in and searching without a mouse', async () => {
  await searchReady();
  await visit({ language: 'en' }, async (page) => {
    await open(page, '/app');
    await tabTo(page, /^Reject$/, 4);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Counting visits' }).waitFor({ state: 'detached' });

    await tabTo(page, /^Sign in$/, 20);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.locator('[aria-live]', { hasText: 'Sign in · Paragraf' }).waitFor();
    // The widget focuses its first empty field.
    const email = page.getByRole('textbox', { name: 'E-mail' });
    await expect.poll(() => email.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type('a@b');
    await page.keyboard.press('Enter');
    await page.getByText("That email address isn't correct").waitFor();
    await expect.poll(() => email.evaluate((box) => box === document.activeElement)).toBe(true);

    await page.goto(`${base}/app?screen=about`);
    await settled(page);
    await tabTo(page, /^Search$/);
    await page.keyboard.press('Enter');
    const field = page.getByRole('combobox');
    await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type('impozit');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/app?screen=search&q=impozit`);
  });
});

test('liking, following and reading notifications without a mouse', async () => {
  await Stage.with({}, async (stage) => {
    const [article] = await newest(stage);
    await visit({ language: 'en' }, async (page) => {
      await signUp(page, stage);
      await visitAsReader(page, stage, `/app?articleId=${article?.slug}`);
      await tabTo(page, /^More actions$/);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator(':focus').textContent()).toMatch(/^Track Law/);
      await page.keyboard.press('Space');
      const track = page.getByRole('menuitemcheckbox', { name: 'Track Law' });
      await expect.poll(() => track.getAttribute('aria-checked')).toBe('true');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
      const step = page.getByRole('checkbox').first();
      while (!(await step.evaluate((box) => box === document.activeElement))) {
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Space');
      await expect.poll(() => step.isChecked()).toBe(true);
      await tabTo(page, /^Save 0 \(readers who saved this\)$/);
      await page.keyboard.press('Enter');
      await isPressed(page.getByRole('button', { name: 'Save 1 (reader who saved this)' }), true);
      await tabTo(page, /^Like 0 /, 1);
      await page.keyboard.press('Space');
      await isPressed(page.getByRole('button', { name: 'Like 1 (reader who likes this)' }), true);

      await stage.publish(lawChange('urgenta', { importance: 5 }));
      await expectBell(page, 1);
      await page.evaluate(() => window.scrollTo(0, 0));
      await visitAsReader(page, stage, '/app?screen=about');
      await tabTo(page, /^Notifications/, 12);
      await page.keyboard.press('Enter');
      const heading = page.getByRole('heading', { level: 1, name: 'Notifications' });
      await expect.poll(() => heading.evaluate((h1) => h1 === document.activeElement)).toBe(true);
      await page.getByRole('article').waitFor();
      await tabTo(page, /^Mark all as read$/, 6);
      await page.keyboard.press('Enter');
      await page.getByText('Everything is marked as read.').waitFor();
      await expect.poll(() => page.locator(':focus').textContent()).toBe('Mark all as read');
      await expectBell(page, 0);
      await tabTo(page, /^Legea despre urgenta$/, 6);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Legea despre urgenta' }).waitFor();
      // Past the menu and the importance badge.
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await expect.poll(() => page.locator(':focus').textContent()).toBe('Back to Notifications');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${stage.url}/app?screen=notifications`);
    });
  });
});
