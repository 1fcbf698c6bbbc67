import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  asVisitor,
  colourOf,
  isPressed,
  newest,
  password,
  requestsTo,
  signUp,
  visitAsReader,
  visitStage,
} from './reader-steps.ts';
import { Stage } from './stage.ts';
import { settled, useBrowser, visit } from './support.ts';

useBrowser();

const like = (page: Page) => page.getByRole('button', { name: /^Like \d/ });
const bookmark = (page: Page) => page.getByRole('button', { name: /^Save \d/ });
/* Tags are folded away. */
const openTags = (page: Page) => page.getByRole('heading', { name: 'Tags' }).click();
const follow = (page: Page) => page.getByRole('button', { name: /^Follow “/ }).first();

async function first(stage: Stage) {
  const article = (await newest(stage)).find(({ topic }) => topic !== '');
  if (!article) throw new Error('The stage has no articles.');
  return { ...article, path: `/app?articleId=${article.slug}` };
}

/* Moves the pointer away: its hover colour is not that of the mark. */
async function looked(page: Page, button: Locator, theme: 'light' | 'dark') {
  await page.mouse.move(0, 0);
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
  return colourOf(button);
}

const hues = {
  red: (hue: number) => hue < 20 || hue > 340,
  green: (hue: number) => hue > 90 && hue < 160,
  yellow: (hue: number) => hue > 35 && hue < 65,
};

describe('marks', () => {
  test('like, bookmark and follow switch immediately, in their colours, and persist', async () => {
    await Stage.with({}, async (stage) => {
      const { slug, path } = await first(stage);
      await visit({ theme: 'light', language: 'en' }, async (page) => {
        await signUp(page, stage);
        await visitAsReader(page, stage, path);
        // The reminder moves the page: a press that begins before it may end beside the button.
        await page.getByText(/is not confirmed yet/).waitFor();
        await openTags(page);
        for (const [button, colour] of [
          [like(page), 'red'],
          [bookmark(page), 'green'],
          [follow(page), 'yellow'],
        ] as const) {
          await isPressed(button, false);
          await button.click();
          await isPressed(button, true);
          for (const theme of ['dark', 'light'] as const) {
            const { hue, contrast } = await looked(page, button, theme);
            expect(hues[colour](hue), `${colour} has the hue ${hue}, ${theme}`).toBe(true);
            expect(contrast, theme).toBeGreaterThanOrEqual(3);
          }
        }
        expect(await like(page).getAttribute('aria-label')).toContain('1');
        await expect.poll(() => asVisitor(stage, slug)).toMatchObject({ likes: 1, bookmarks: 1 });

        await page.reload();
        await settled(page);
        await openTags(page);
        for (const button of [like(page), bookmark(page), follow(page)]) {
          await isPressed(button, true);
        }
        await visit({ language: 'en' }, async (visitor) => {
          await visitStage(visitor, stage, path);
          expect(await like(visitor).getAttribute('aria-label')).toBe(
            'Like 1 (reader who likes this)',
          );
          expect(await bookmark(visitor).getAttribute('aria-label')).toBe(
            'Save 1 (reader who saved this)',
          );
          await isPressed(like(visitor), false);
        });

        for (const button of [like(page), bookmark(page), follow(page)]) {
          await button.click();
          await isPressed(button, false);
        }
        expect(await like(page).getAttribute('aria-label')).toBe('Like 0 (readers who like this)');
        await expect.poll(() => asVisitor(stage, slug)).toMatchObject({ likes: 0, bookmarks: 0 });
      });
    });
  });

  test('switching on is animated for 300 ms, switching off is not, and neither with reduced motion', async () => {
    await Stage.with({}, async (stage) => {
      const { path } = await first(stage);
      await visit({ language: 'en' }, async (page) => {
        await signUp(page, stage);
        await visitAsReader(page, stage, path);
        await isPressed(like(page), false);
        await page.evaluate(() => {
          const seen: string[] = [];
          Object.assign(window, { seen });
          document.addEventListener('animationstart', ({ target }) => {
            if (target instanceof Element) seen.push(getComputedStyle(target).animationDuration);
          });
        });
        const lit = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await like(page).click();
        await isPressed(like(page), true);
        await expect.poll(lit).toEqual(['0.3s']);
        await like(page).click();
        await isPressed(like(page), false);
        await page.waitForFunction(() => document.getAnimations().length === 0);
        expect(await lit()).toEqual(['0.3s']);

        await page.emulateMedia({ reducedMotion: 'reduce' });
        await like(page).click();
        await isPressed(like(page), true);
        expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
        expect((await lit()).slice(1).filter((duration) => duration !== '0s')).toEqual([]);
      });
    });
  });

  test('a visitor’s like is applied once after signing up, back at the article', async () => {
    await Stage.with({}, async (stage) => {
      const { slug, title, path } = await first(stage);
      await visit({ language: 'en' }, async (page) => {
        const sent = requestsTo(page, '/users/like-article');
        await visitStage(page, stage, path);
        await like(page).click();
        await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
        expect(sent).toEqual([]);
        await page.getByRole('textbox', { name: 'E-mail' }).fill('noua@exemplu.ro');
        await page.getByRole('button', { name: 'Next' }).click();
        await page.getByRole('textbox', { name: 'First and last name' }).fill('Maria Nouă');
        await page.getByLabel('Choose a password', { exact: true }).fill(password);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.waitForURL(stage.url + path);
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await isPressed(like(page), true);
        await expect.poll(async () => (await asVisitor(stage, slug)).likes).toBe(1);
        await page.reload();
        await settled(page);
        await isPressed(like(page), true);
        expect(await like(page).getAttribute('aria-label')).toBe('Like 1 (reader who likes this)');
        expect(sent).toHaveLength(1);
      });
    });
  });
});
