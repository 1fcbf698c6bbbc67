import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { inTime } from './patience.ts';
import { expectBell, isPressed, lawChange, signUp, userData, visitStage } from './reader-steps.ts';
import { Stage } from './stage.ts';
import { settled, useBrowser, visit } from './support.ts';

useBrowser();

const screen = '/app?screen=notifications';
const titles = (page: Page) => page.getByRole('heading', { level: 3 }).allTextContents();

async function followRenting(page: Page, stage: Stage): Promise<void> {
  await visitStage(page, stage, '/app?topic=inchirieri');
  const button = page.getByRole('button', { name: 'Follow “Renting out”' }).first();
  const saved = page.waitForResponse('**/users/follow-topic');
  await button.click();
  await isPressed(button, true);
  await saved;
}

describe('a published article', () => {
  test('reaches followers, and all readers when urgent, in every tab at once', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'en' }, async (page) => {
        await signUp(page, stage);
        await followRenting(page, stage);
        await visit({ language: 'en' }, async (other) => {
          await signUp(other, stage, { email: 'dan@exemplu.ro', name: 'Dan' });
          await visitStage(other, stage, '/app?screen=about');
          const narrow = await page.context().newPage();
          await narrow.setViewportSize({ width: 390, height: 844 });
          for (const tab of [page, narrow]) {
            const stream = tab.waitForResponse(/\/notifications\/\w+\/stream$/);
            await visitStage(tab, stage, '/app?screen=about');
            await stream;
          }
          const loads = [0, 0];
          for (const [at, tab] of [page, narrow].entries()) {
            tab.on('load', () => {
              loads[at] = (loads[at] ?? 0) + 1;
            });
          }
          await expectBell(page, 0);

          await stage.publish(lawChange('o-chirie', { topic: 'inchirieri' }));
          await expectBell(page, 1);
          await narrow.getByRole('button', { name: 'Menu, 1 unread notification' }).waitFor();
          expect(await page.title()).toContain('(1)');
          await stage.advance(60);
          await stage.publish(lawChange('o-munca', { topic: 'munca', domains: [] }));
          await stage.publish(lawChange('o-urgenta', { topic: 'munca', importance: 5 }));
          await expectBell(page, 2);
          await narrow.getByRole('button', { name: 'Menu, 2 unread notifications' }).waitFor();
          await expectBell(other, 1);
          expect(loads).toEqual([0, 0]);

          await narrow.getByRole('button', { name: 'Menu, 2 unread notifications' }).click();
          await narrow.getByRole('dialog').getByRole('link', { name: 'Notifications' }).click();
          await narrow.getByText('Because you follow “Renting out”').waitFor();
          await narrow.getByText('Urgent: sent to every reader').waitFor();
          expect(await titles(narrow)).toEqual(['Legea despre o-urgenta', 'Legea despre o-chirie']);
        });
      });
    });
  });

  test('a revision of a tracked article notifies; an old article and a repeat do not', async () => {
    await Stage.with({}, async (stage) => {
      await stage.publish(lawChange('legea-mea', { topic: 'munca', domains: [] }));
      await visit({ language: 'en' }, async (page) => {
        const { uid, authorization } = await signUp(page, stage);
        await visitStage(page, stage, '/app?articleId=legea-mea');
        await page.getByRole('button', { name: 'More actions' }).click();
        const track = page.getByRole('menuitemcheckbox', { name: 'Track Law' });
        const saved = page.waitForResponse('**/users/track-article');
        await track.click();
        await expect.poll(() => track.getAttribute('aria-checked')).toBe('true');
        await saved;
        expect(await userData(stage, uid, authorization)).toMatchObject({
          articles_tracked: ['legea-mea'],
          topics_followed: [],
        });
        await visitStage(page, stage, '/app?screen=about');
        await expectBell(page, 0);

        const revision = { topic: 'munca', domains: [], title: 'Legea mea, schimbată' };
        await stage.publish(lawChange('legea-mea', { topic: 'munca', domains: [] }));
        await stage.publish(lawChange('veche', { topic: 'munca', publish_date: '2025-12-20' }));
        await stage.publish(lawChange('legea-mea', revision));
        await expectBell(page, 1);
        expect((await userData(stage, uid, authorization)).notifications.articles).toEqual([
          'legea-mea',
        ]);
        await visitStage(page, stage, screen);
        await page.getByText('A new version of a law you track').waitFor();

        await visitStage(page, stage, '/app?articleId=legea-mea');
        await page.getByRole('button', { name: 'More actions' }).click();
        await expect.poll(() => track.getAttribute('aria-checked')).toBe('true');
        const taken = page.waitForResponse('**/users/track-article');
        await track.click();
        await expect.poll(() => track.getAttribute('aria-checked')).toBe('false');
        await taken;
        expect((await userData(stage, uid, authorization)).articles_tracked).toEqual([]);
      });
    });
  });
});

/* Scrolls until `share` of the card is in view, and resolves when the page has noticed. */
async function place(card: Locator, share: number): Promise<void> {
  const placed = card.evaluate((element, wanted) => {
    const { top, height } = element.getBoundingClientRect();
    window.scrollTo(0, window.scrollY + top - window.innerHeight + height * wanted);
    return new Promise<void>((resolve) => {
      const steps = Array.from({ length: 21 }, (_, step) => step / 20);
      const observer = new IntersectionObserver(
        ([entry]) => {
          const seen = entry?.intersectionRatio ?? -1;
          if (Math.abs(seen - wanted) > 0.06) return;
          observer.disconnect();
          // After the page's own observers, and what they set off.
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve();
          channel.port2.postMessage(null);
        },
        { threshold: steps },
      );
      observer.observe(element);
    });
  }, share);
  await inTime('scrolling to the card', placed);
}

describe('unread notifications', () => {
  test('a card is cleared when 80 % of it was seen for two seconds, and not before', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'en', viewport: { width: 800, height: 700 } }, async (page) => {
        const { uid, authorization } = await signUp(page, stage);
        for (const name of ['unu', 'doi', 'trei', 'patru', 'cinci']) {
          await stage.publish(lawChange(name, { importance: 5 }));
        }
        const waiting = async () =>
          (await userData(stage, uid, authorization)).notifications.articles;
        await expect.poll(waiting).toHaveLength(5);

        await page.clock.install();
        await visitStage(page, stage, screen);
        // The oldest, at the end of the list, below what the screen shows.
        const card = page.getByRole('article').filter({ hasText: 'Legea despre unu' });
        await card.getByText('New', { exact: true }).waitFor();
        expect(await page.getByText('New', { exact: true }).count()).toBe(5);
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));

        // Half of it, for a long time; then all of it, but not for two seconds.
        await place(card, 0.5);
        await page.clock.runFor(10_000);
        await place(card, 1);
        await page.clock.runFor(1900);
        await place(card, 0.5);
        await page.clock.runFor(10_000);
        expect(await waiting()).toContain('unu');

        await place(card, 0.9);
        await page.clock.runFor(2000);
        await expect.poll(waiting).not.toContain('unu');
        await page.clock.resume();
        await bellMenuSays(page, (await waiting()).length);
        // It keeps its place and its badge until the reader leaves.
        await card.getByText('New', { exact: true }).waitFor();
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
        // The app starts with timers.
        await page.clock.resume();
        await visitStage(page, stage, '/app?screen=about');
        await visitStage(page, stage, screen);
        expect(await card.count()).toBe(0);
      });
    });
  });

  test('all is marked as read at once, in the other tab too, and then there is nothing', async () => {
    await Stage.with({}, async (stage) => {
      // So low that no card is seen: that would clear it before the button does.
      await visit({ language: 'en', viewport: { width: 1440, height: 200 } }, async (page) => {
        await signUp(page, stage);
        const other = await page.context().newPage();
        await visitStage(other, stage, '/app?screen=about');
        await visitStage(page, stage, screen);
        await page.getByText('No notifications').waitFor();
        for (const name of ['unu', 'doi', 'trei']) {
          await stage.publish(lawChange(name, { importance: 5 }));
        }
        await expectBell(other, 3);
        await expect.poll(() => page.getByRole('article').count()).toBe(3);
        await page
          .getByText(/^Hello, Ana\. (One change is|[23] changes are) waiting for you\./)
          .waitFor();
        await page.getByRole('button', { name: 'Mark all as read' }).click();
        await page.getByText('Everything is marked as read.').waitFor();
        await page.getByText('Hello, Ana. You have just seen what was waiting.').waitFor();
        await expectBell(page, 0);
        await expectBell(other, 0);
        await page.reload();
        await settled(page);
        await page.getByText('No notifications').waitFor();
        await page.getByRole('link', { name: 'See the law changes' }).click();
        await page.waitForURL(`${stage.url}/app`);
      });
    });
  });

  test('a broken stream reconnects by itself', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'en', expectErrors: /ERR_/ }, async (page) => {
        await signUp(page, stage);
        let asked = 0;
        await page.route('**/stream', (route) => {
          asked += 1;
          return asked === 1 ? route.abort() : route.continue();
        });
        const again = page.waitForResponse(/\/stream$/);
        await visitStage(page, stage, '/app?screen=about');
        await again;
        expect(asked).toBe(2);
        await stage.publish(lawChange('unu', { importance: 5 }));
        await expectBell(page, 1);
      });
    });
  });
});

/* At this width the rail is hidden and the tab shows the count. */
async function bellMenuSays(page: Page, count: number): Promise<void> {
  const name = count === 0 ? /^Menu$/ : new RegExp(`^Menu, ${count} unread`);
  await page.getByRole('button', { name }).waitFor();
}
