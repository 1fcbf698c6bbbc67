import { describe, expect, test } from 'vitest';
import {
  colourOf,
  expectBell,
  isPressed,
  lawChange,
  newest,
  requestsTo,
  signUp,
  userData,
  visitAsReader,
  visitStage,
} from './reader-steps.ts';
import { Stage } from './stage.ts';
import { expectAccessible, goTo, settled, useBrowser, visit } from './support.ts';

useBrowser();

describe('profile', () => {
  test('shows name, initials, masked address and saved articles, with links there and back', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'en' }, async (page) => {
        await signUp(page, stage);
        const [one, two] = await newest(stage);
        await visitAsReader(page, stage);
        for (const [article, kinds] of [
          [one, ['Like', 'Save']],
          [two, ['Like']],
        ] as const) {
          await goTo(page, `/app?articleId=${article?.slug}`);
          for (const kind of kinds) {
            const button = page.getByRole('button', { name: new RegExp(`^${kind} `) });
            const saved = page.waitForResponse(/\/users\/(like|bookmark)-article$/);
            await button.click();
            await isPressed(button, true);
            await saved;
          }
          // The list shows the latest first, and the stage's clock stands still.
          await stage.advance(1);
        }

        await goTo(page, '/app');
        await page.getByRole('link', { name: 'Profile' }).click();
        await page.getByRole('heading', { level: 1, name: 'Ana Pop' }).waitFor();
        const content = page.locator('#content');
        const initials = content.getByText('AP', { exact: true });
        const ground = await initials.evaluate((element) =>
          getComputedStyle(element).backgroundColor.match(/\d+/g)?.map(Number),
        );
        const [red = 0, green = 0, blue = 0] = ground ?? [];
        expect(blue).toBeGreaterThan(Math.max(red, green) + 40);
        expect((await colourOf(initials)).contrast).toBeGreaterThanOrEqual(4.5);
        const masked = content.getByText('a*a@exemplu.ro', { exact: true });
        // Under the name, and in the reminder to confirm the address.
        await expect.poll(() => masked.count()).toBe(2);
        expect(await content.getByText('ana@exemplu.ro').count()).toBe(0);
        await content.getByText('2 law changes liked').waitFor();
        await content.getByText('1 law change saved').waitFor();
        for (const name of ['Compliance Guru', 'Legal Eagle', 'Law Aficionado']) {
          await content.getByText(name, { exact: true }).waitFor();
        }

        await content.getByRole('link', { name: /^Liked Changes/ }).click();
        await page.getByRole('heading', { level: 1, name: 'Liked Changes' }).waitFor();
        const titles = page.getByRole('heading', { level: 3 });
        await expect.poll(() => titles.allTextContents()).toEqual([two?.title, one?.title]);
        await titles.first().getByRole('link').click();
        await page.getByRole('heading', { level: 1, name: two?.title ?? '' }).waitFor();
        await page.getByRole('link', { name: 'Back to Liked Changes' }).click();
        await page.getByRole('heading', { level: 1, name: 'Liked Changes' }).waitFor();

        // A mistake can be undone: the card stays until the screen is left.
        const heart = page
          .getByRole('article')
          .first()
          .getByRole('button', { name: /^Like \d/ });
        const taken = page.waitForResponse('**/users/like-article');
        await heart.click();
        await isPressed(heart, false);
        await taken;
        expect(await titles.count()).toBe(2);
        await content.getByRole('link', { name: 'Profile' }).click();
        await content.getByText('1 law change liked').waitFor();
        await content.getByRole('link', { name: /^Liked Changes/ }).click();
        await expect.poll(() => titles.allTextContents()).toEqual([one?.title]);
        await content.getByRole('link', { name: 'Profile' }).click();

        await content.getByRole('link', { name: /^Bookmarked Changes/ }).click();
        await page.getByRole('heading', { level: 1, name: 'Bookmarked Changes' }).waitFor();
        await expect.poll(() => titles.allTextContents()).toEqual([one?.title]);
        await content.getByRole('link', { name: 'Profile' }).click();
        await page.getByRole('heading', { level: 1, name: 'Ana Pop' }).waitFor();
        await content.getByRole('link', { name: 'Back to Home' }).click();
        await page.waitForURL(`${stage.url}/app`);
      });
    });
  });

  test('a visitor sees Auth instead of a reader’s own screens', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'en' }, async (page) => {
        const calls = requestsTo(page, /^\/(users|notifications)\//);
        for (const screen of ['profile', 'liked', 'bookmarks', 'account']) {
          await page.goto(`${stage.url}/app?screen=${screen}`);
          await page.waitForURL(`${stage.url}/app?screen=auth`);
          await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
        }
        await visitStage(page, stage, '/app?screen=notifications');
        await page.getByText('Sign in to be notified in time').waitFor();
        expect(calls).toEqual([]);
      });
    });
  });
});

describe('following', () => {
  test('a topic and a tag are followed from an article and unfollowed on the profile', async () => {
    await Stage.with({}, async (stage) => {
      await stage.publish(lawChange('cu-etichete', { domains: ['TVA'] }));
      await visit({ language: 'en' }, async (page) => {
        const { uid, authorization } = await signUp(page, stage);
        await visitStage(page, stage, '/app?articleId=cu-etichete');
        const topicSaved = page.waitForResponse('**/users/follow-topic');
        // Beside a next step, the menu has it.
        await page.getByRole('button', { name: 'More actions' }).click();
        const topic = page.getByRole('menuitemcheckbox', { name: /^Follow Renting out/ });
        await topic.click();
        await topicSaved;
        // The menu stays, and the offer of an importance may lie above the tag.
        await page.keyboard.press('Escape');
        await topic.waitFor({ state: 'detached' });
        await page.keyboard.press('Escape');
        const tags = page.getByRole('heading', { name: 'Tags' });
        await tags.click();
        const tag = page.getByRole('button', { name: 'Follow “VAT”' });
        const tagSaved = page.waitForResponse('**/users/follow-topic');
        await tag.click();
        await isPressed(tag, true);
        await tagSaved;
        const followed = async () => (await userData(stage, uid, authorization)).topics_followed;
        expect(await followed()).toEqual(['domain:tva', 'inchirieri']);
        await page.reload();
        await tags.click();
        await isPressed(tag, true);
        await stage.publish(lawChange('alta-tema', { topic: 'munca', domains: ['TVA'] }));
        await expectBell(page, 1);

        await goTo(page, '/app?screen=profile');
        await page.getByRole('link', { name: 'VAT' }).waitFor();
        const left = page.getByRole('button', { name: /^Remove ?: Renting out/ });
        const saved = page.waitForResponse('**/users/follow-topic');
        await left.click();
        await page.getByRole('button', { name: /^Undo ?: Renting out/ }).waitFor();
        await saved;
        expect(await followed()).toEqual(['domain:tva']);

        await stage.index();
        await goTo(page, '/app?screen=search&q=Etichete&topic=inchirieri');
        const search = page.getByRole('button', {
          name: 'Follow this search: Etichete, Renting out',
        });
        const searchSaved = page.waitForResponse('**/users/follow-topic');
        await search.click();
        await page.getByText('1 change in the last 90 days.').waitFor();
        await page.keyboard.press('Escape');
        await page.getByText('1 change in the last 90 days.').waitFor({ state: 'detached' });
        await isPressed(search, true);
        await searchSaved;
        // A stage does not ask saved searches: the bell counts it for its tag.
        await stage.publish(lawChange('noi-etichete', { title: 'Etichete noi', domains: ['TVA'] }));
        await stage.index();
        await expectBell(page, 2);

        await visitStage(page, stage, '/app?screen=profile');
        await page.getByRole('heading', { name: 'Saved searches' }).waitFor();
        const row = page.getByRole('listitem').filter({ hasText: 'etichete, Renting out' });
        await row.locator('summary').click();
        await row.getByText('2 changes in the last 90 days.').waitFor();
        await row.getByRole('checkbox', { name: 'Mute' }).click();
        await row.getByText('Muted', { exact: true }).waitFor();
        await settled(page);
        await expectAccessible(page, 'followed');
      });
    });
  });
});

describe('reports', () => {
  test('a visitor and a reader report an issue', async () => {
    await Stage.with({ 'site.contact_email': 'redactia@exemplu.ro' }, async (stage) => {
      const [article] = await newest(stage);
      const path = `/app?articleId=${article?.slug}`;
      await visit({ language: 'en', expectErrors: /400/ }, async (page) => {
        const sent = requestsTo(page, '/reports');
        await visitStage(page, stage, path);
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Report Issue' }).click();
        const dialog = page.getByRole('dialog', { name: 'Report Issue' });
        await dialog.getByRole('button', { name: 'Send' }).click();
        await dialog.getByText('Write what you found.').waitFor();
        expect(sent).toEqual([]);
        await dialog.getByRole('radio', { name: 'It is out of date' }).check();
        await dialog
          .getByRole('textbox', { name: 'What did you find?' })
          .fill('The day has passed.');
        await dialog.getByRole('textbox', { name: /^Your e-mail address/ }).fill('x');
        await dialog.getByRole('button', { name: 'Send' }).click();
        await dialog.getByText("That email address isn't correct").waitFor();
        await dialog.getByRole('textbox', { name: /^Your e-mail address/ }).fill('om@exemplu.ro');
        await dialog.getByRole('button', { name: 'Send' }).click();
        const thanks = page.getByRole('dialog', { name: 'Thank you' });
        await thanks.waitFor();
        await thanks.getByRole('button', { name: 'Close' }).click();
        await thanks.waitFor({ state: 'detached' });
        const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
        await expect.poll(label).toBe('More actions');
        expect(await sent.at(-1)?.headerValue('authorization')).toBeNull();

        await signUp(page, stage);
        await visitStage(page, stage, path);
        // The reminder moves the page: a press that begins before it may end beside the button.
        await page.getByText(/is not confirmed yet/).waitFor();
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Report Issue' }).click();
        await dialog.getByRole('textbox', { name: 'What did you find?' }).fill('A word is wrong.');
        expect(await dialog.getByRole('textbox', { name: /^Your e-mail/ }).count()).toBe(0);
        await dialog.getByRole('button', { name: 'Send' }).click();
        await thanks.waitFor();
        expect(await sent.at(-1)?.headerValue('authorization')).toMatch(/^Bearer /);
        const mails = async () => (await stage.mails()).filter(({ kind }) => kind === 'report');
        await expect
          .poll(async () => (await mails()).map(({ to }) => to))
          .toEqual(['redactia@exemplu.ro', 'redactia@exemplu.ro']);
      });
    });
  });
});
