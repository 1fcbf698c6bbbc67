import { describe, expect, test } from 'vitest';
import { base, useServer } from './server.ts';
import { listed, open, settled, useBrowser, visit, words } from './support.ts';

useBrowser();
await useServer();

interface Topic {
  id: string;
  name: { en: string };
}

async function topicName(id: string): Promise<string> {
  const topics = (await (await fetch(`${base}/topics`)).json()) as Topic[];
  return topics.find((topic) => topic.id === id)?.name.en ?? '';
}

describe('reading', () => {
  test('home, filters, details, more, article, tooltip and back', async () => {
    const all = await listed();
    const wanted = all.find(({ topic }) => topic !== '');
    if (!wanted) throw new Error('The server has no articles.');
    const matching = all.filter(
      ({ importance, topic }) => importance === wanted.importance && topic === wanted.topic,
    );
    const name = await topicName(wanted.topic);

    await visit({ language: 'en' }, async (page) => {
      await open(page, '/app');
      const cards = page.getByRole('article');
      await cards.first().waitFor();
      const tab = page.getByRole('link', { name: `All ${all.length}` });
      expect(await tab.getAttribute('aria-current')).toBe('page');

      const more = page.getByRole('button', { name: 'Load more' });
      if ((await more.count()) > 0) {
        const before = await cards.count();
        await more.first().click();
        await expect.poll(() => cards.count()).toBeGreaterThan(before);
        const focused = page.locator(':focus');
        await focused.waitFor();
        expect(await focused.evaluate((element) => element.tagName)).toMatch(/^(A|BUTTON)$/);
      }
      const fold = page.getByRole('button', { name: /^Already in force/ });
      const drawn = await cards.count();
      await fold.click();
      await expect.poll(() => cards.count()).toBeGreaterThan(drawn);

      const importance = page.getByRole('combobox', { name: 'Importance' });
      const topic = page.getByRole('combobox', { name: 'Topic' });
      await importance.selectOption(words[wanted.importance] ?? '');
      await topic.selectOption({ label: name });
      const found = page.getByText(`${matching.length} law change`);
      const address = `/app?importance=${wanted.importance}&topic=${wanted.topic}`;
      await page.waitForURL(base + address);
      await found.waitFor();

      await page.reload();
      await settled(page);
      expect(page.url()).toBe(base + address);
      await found.waitFor();
      expect(await topic.inputValue()).toBe(wanted.topic);

      const card = cards.first();
      const details = card.getByRole('button', { name: /details/i });
      await details.click();
      expect(await details.getAttribute('aria-expanded')).toBe('true');
      await card.getByRole('heading', { name: 'Technical summary' }).waitFor();
      await details.click();
      await card.getByRole('heading', { name: 'Technical summary' }).waitFor({ state: 'hidden' });
      const explanation = card.getByRole('button', { name: /explanation/i });
      await explanation.click();
      expect(await explanation.getAttribute('aria-expanded')).toBe('true');

      const title = (await card.getByRole('heading', { level: 3 }).textContent()) ?? '';
      await card.getByRole('link', { name: /^Read more/ }).click();
      const heading = page.getByRole('heading', { level: 1, name: title });
      await heading.waitFor();
      await expect.poll(() => heading.evaluate((h1) => h1 === document.activeElement)).toBe(true);
      expect(await page.title()).toBe(`${title} · Paragraf`);
      await page.getByRole('heading', { name: 'Implementation Steps' }).waitFor();

      await page.getByRole('button', { name: /^Importance:/ }).hover();
      await page.getByRole('tooltip').waitFor();
      await page.mouse.move(0, 0);
      await page.getByRole('tooltip').waitFor({ state: 'hidden' });

      await page.getByRole('link', { name: 'Back to Home' }).click();
      await page.waitForURL(base + address);
    });
  });

  test('nothing moves with reduced motion', async () => {
    await visit({ language: 'en', viewport: { width: 390, height: 844 } }, async (page) => {
      await open(page, '/app');
      const moving = () => page.evaluate(() => document.getAnimations().length);
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await moving()).toBe(0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('combobox', { name: 'Importance' }).selectOption('Urgent');
      await page.waitForURL(`${base}/app?importance=5`);
      expect(await moving()).toBe(0);
    });
  });

  test('a touch opens the explanation of the badge', async () => {
    await visit(
      { language: 'ro', hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
      async (page) => {
        await open(page, '/app');
        await page
          .getByRole('button', { name: /^Importanță:/ })
          .first()
          .tap();
        const tooltip = page.getByRole('tooltip');
        await tooltip.waitFor();
        expect(await tooltip.textContent()).toContain('De exemplu');
        await page.getByRole('heading', { level: 1 }).tap({ position: { x: 2, y: 2 } });
        await tooltip.waitFor({ state: 'hidden' });
      },
    );
  });

  test('on a small screen the navigation opens, traps the focus and closes', async () => {
    await visit({ language: 'en', viewport: { width: 390, height: 844 } }, async (page) => {
      await open(page, '/app');
      await page.getByRole('button', { name: 'Menu' }).click();
      const drawer = page.getByRole('dialog', { name: 'Menu' });
      await drawer.waitFor();
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        const inside = () => drawer.evaluate((box) => box.contains(document.activeElement));
        await expect.poll(inside).toBe(true);
      }
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'hidden' });
      await expect.poll(() => page.locator(':focus').textContent()).toBe('Menu');
      await page.getByRole('button', { name: 'Menu' }).click();
      await drawer.getByRole('link', { name: 'About' }).click();
      const heading = page.getByRole('heading', { level: 1, name: 'About' });
      await expect.poll(() => heading.evaluate((h1) => h1 === document.activeElement)).toBe(true);
    });
  });
});
