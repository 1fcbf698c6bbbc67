import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  isPressed,
  newest,
  requestsTo,
  signUp,
  visitAsReader,
  visitStage,
} from './reader-steps.ts';
import { Stage } from './stage.ts';
import { goTo, settled, useBrowser, visit } from './support.ts';

useBrowser();

const offline = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;
const own = ['profile', 'liked', 'bookmarks', 'account', 'notifications'];

async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => page.context().serviceWorkers().length).toBeGreaterThan(0);
}

interface Kept {
  /** Path and content of every cached response. */
  caches: Array<[string, string]>;
  storage: string;
}

function kept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const found: Array<[string, string]> = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        found.push([new URL(request.url).pathname, (await answer?.text()) ?? '']);
      }
    }
    const databases = await indexedDB.databases();
    return {
      caches: found,
      storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases]),
    };
  });
}

describe('private data', () => {
  test('the worker caches no private response, and signing out removes everything', async () => {
    await Stage.with({}, async (stage) => {
      const [article] = await newest(stage);
      await visit(
        { language: 'en', serviceWorkers: 'allow', expectErrors: /40[13]/ },
        async (page) => {
          await visitStage(page, stage);
          await controlled(page);
          const { uid } = await signUp(page, stage, { name: 'Ileana Vrabie' });
          await visitAsReader(page, stage);
          await goTo(page, `/app?articleId=${article?.slug}`);
          const like = page.getByRole('button', { name: /^Like \d/ });
          const saved = page.waitForResponse('**/users/like-article');
          await like.click();
          await isPressed(like, true);
          await saved;
          for (const screen of own) await goTo(page, `/app?screen=${screen}`);

          const before = await kept(page);
          expect(before.caches.map(([path]) => path)).toContain('/lawchanges');
          const secrets = [uid, 'ana@exemplu.ro', 'Ileana'];
          for (const secret of secrets) {
            expect(before.storage).not.toContain(secret);
            const holding = before.caches.filter((entry) => entry.join(' ').includes(secret));
            expect(holding.map(([path]) => path)).toEqual([]);
          }
          const paths = before.caches.map(([path]) => path);
          expect(
            paths.filter((path) => /^\/(users|notifications|auth|reports)\b/.test(path)),
          ).toEqual([]);

          await page.getByRole('link', { name: 'Profile' }).click();
          await page.getByRole('heading', { level: 1, name: 'Ileana Vrabie' }).waitFor();
          const response = page.waitForResponse('**/auth/v1/sign-out');
          await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click();
          await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
          expect((await response).status()).toBe(200);
          expect((await page.context().cookies()).filter(({ name }) => /rt$/.test(name))).toEqual(
            [],
          );
          const after = await kept(page);
          expect(after.storage).not.toContain('signed-in');
          for (const secret of secrets) {
            expect(after.storage).not.toContain(secret);
            expect(JSON.stringify(after.caches)).not.toContain(secret);
            expect(await page.content()).not.toContain(secret);
          }

          // The page's memory is cleared too: without a reload it shows what a visitor sees.
          const calls = requestsTo(page, /^\/(users|notifications)\//);
          await page.goBack();
          await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
          await page.getByRole('link', { name: 'Home', exact: true }).click();
          const card = page.getByRole('article').first();
          await card.waitFor();
          await card.getByRole('button', { name: /^Details/ }).click();
          await isPressed(card.getByRole('button', { name: /^Like \d/ }), false);
          expect(await page.locator('body').textContent()).not.toContain('Ileana');
          expect(calls).toEqual([]);
        },
      );
    });
  });

  test('signing out ends all tabs, even when the server does not answer', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'en', expectErrors: /ERR_FAILED|40[13]/ }, async (page) => {
        await signUp(page, stage);
        await visitAsReader(page, stage);
        const other = await page.context().newPage();
        await visitAsReader(other, stage, '/app?screen=profile');
        await page.route('**/auth/v1/sign-out', (route) => route.abort());
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
        await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
        expect(await other.locator('body').textContent()).not.toContain('Ana Pop');
        await page.reload();
        await settled(page);
        expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
      });
    });
  });

  test('another reader in the same browser sees nothing of the previous one', async () => {
    await Stage.with({}, async (stage) => {
      const [article] = await newest(stage);
      await visit({ language: 'en' }, async (page) => {
        await signUp(page, stage);
        await visitAsReader(page, stage, `/app?articleId=${article?.slug}`);
        const like = page.getByRole('button', { name: /^Like \d/ });
        const saved = page.waitForResponse('**/users/like-article');
        await like.click();
        await saved;
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
        await signUp(page, stage, { email: 'dan@exemplu.ro', name: 'Dan Ionescu' });
        await visitAsReader(page, stage, `/app?articleId=${article?.slug}`);
        await isPressed(like, false);
        expect(await like.getAttribute('aria-label')).toBe('Like 1 (reader who likes this)');
        await visitAsReader(page, stage, '/app?screen=liked');
        await page.getByText('Nothing liked yet').waitFor();
      });
    });
  });
});

describe('without a network', () => {
  test('a reader stays signed in, reads cached articles, and a failed like is reverted', async () => {
    await Stage.with({}, async (stage) => {
      await stage.advanceToNow();
      const [article] = await newest(stage);
      const path = `/app?articleId=${article?.slug}`;
      await visit(
        { language: 'en', serviceWorkers: 'allow', expectErrors: offline },
        async (page) => {
          await visitStage(page, stage);
          await controlled(page);
          await signUp(page, stage);
          await visitAsReader(page, stage, path);
          const like = page.getByRole('button', { name: /^Like \d/ });
          await isPressed(like, false);
          await page.context().setOffline(true);
          await page.getByText(/^You are offline/).waitFor();
          await like.click();
          // The request failed: the mark reverts, and the reader is still signed in.
          await isPressed(like, false);
          await page.getByRole('button', { name: 'Sign out' }).waitFor();
          await page.getByRole('link', { name: 'Profile' }).click();
          await page.getByRole('heading', { level: 1, name: 'Ana Pop' }).waitFor();

          await page.goto(stage.url + path);
          await page.getByRole('heading', { level: 1, name: article?.title ?? '' }).waitFor();
          // On a new page the emulation forgets that there is no network.
          await page.context().setOffline(false);
          await page.context().setOffline(true);
          await page.getByText(/^You are offline/).waitFor();
          await page.context().setOffline(false);
          await page.getByRole('button', { name: 'Sign out' }).waitFor();
          const saved = page.waitForResponse('**/users/like-article');
          await like.click();
          await isPressed(like, true);
          expect((await saved).status()).toBe(200);
        },
      );
    });
  });
});
