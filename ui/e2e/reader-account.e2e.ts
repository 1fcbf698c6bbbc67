import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  asVisitor,
  isPressed,
  newest,
  password,
  requestsTo,
  signIn,
  signUp,
  visitStage,
} from './reader-steps.ts';
import { Stage } from './stage.ts';
import { goTo, settled, useBrowser, visit } from './support.ts';

useBrowser();

const screen = '/app?screen=account';
const hour = 3600;

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Enters the password in the dialog that asks for a recent sign-in. */
async function prove(page: Page, secret = password): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Signs in from outside the browser and returns the status. */
async function signsIn(stage: Stage, email: string, secret: string): Promise<number> {
  const answer = await fetch(`${stage.url}/auth/v1/sign-in/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: secret }),
  });
  return answer.status;
}

describe('account', () => {
  test('the name and the language are stored in the account and reach every tab', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'en' }, async (page) => {
        await signUp(page, stage);
        await visitStage(page, stage, screen);
        const name = section(page, 'Name');
        await name.getByRole('textbox').fill('   ');
        await name.getByRole('button', { name: 'Save' }).click();
        await name.getByText('Enter your account name').waitFor();
        await name.getByRole('textbox').fill('Ioana Ș. Țurcanu');
        await name.getByRole('button', { name: 'Save' }).click();
        await name.getByText('Saved.').waitFor();
        await section(page, 'Language').getByText('Română').click();
        await page.getByRole('heading', { level: 1, name: 'Cont' }).waitFor();
        await section(page, 'Limba').getByText('Salvat.').waitFor();
      });
      // The stage's clock runs ahead of the page's token.
      await visit({ expectErrors: /401/ }, async (page) => {
        await signIn(page, stage);
        await visitStage(page, stage, '/app?screen=profile&lang=ro');
        await page.getByRole('heading', { level: 1, name: 'Ioana Ș. Țurcanu' }).waitFor();
        await stage.advance(hour);
        const reset = await page.evaluate(async () => {
          const answer = await fetch('/auth/v1/oob/send', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ kind: 'password_reset', email: 'ana@exemplu.ro' }),
          });
          return answer.status;
        });
        expect(reset).toBe(200);
        await stage.link('password_reset');
        const mail = (await stage.mails()).find(({ kind }) => kind === 'password_reset');
        expect(mail).toMatchObject({
          language: 'ro',
          content: { display_name: 'Ioana Ș. Țurcanu' },
        });
      });
    });
  });

  test('changing the password needs the current one and ends other sessions', async () => {
    await Stage.with({}, async (stage) => {
      const secret = 'doua vrabii pe gard';
      await visit({ language: 'en', expectErrors: /40[0-9]/ }, async (page) => {
        await signUp(page, stage);
        await visit({ language: 'en', expectErrors: /40[13]/ }, async (other) => {
          await signIn(other, stage);
          await stage.advance(hour);
          await visitStage(page, stage, screen);
          const part = section(page, 'Password');
          const change = part.getByRole('button', { name: 'Change password' });
          await change.click();
          await part.getByText('Enter your password').waitFor();
          await part.getByLabel('Current password', { exact: true }).fill('alta parola');
          await part.getByLabel('New password', { exact: true }).fill(secret);
          await change.click();
          await prove(page);
          await part.getByText('This is not your current password').waitFor();
          expect(await part.getByLabel('New password', { exact: true }).inputValue()).toBe(secret);
          await part.getByLabel('Current password', { exact: true }).fill(password);
          await change.click();
          await part.getByText('Your password has been changed.').waitFor();
          expect(await part.getByLabel('New password', { exact: true }).inputValue()).toBe('');

          await other.goto(`${stage.url}/app?screen=profile`);
          await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
          await page.reload();
          await settled(page);
          await section(page, 'Password').waitFor();
        });
        expect(await signsIn(stage, 'ana@exemplu.ro', password)).not.toBe(200);
        expect(await signsIn(stage, 'ana@exemplu.ro', secret)).toBe(200);
        const sent = (await stage.mails()).filter(({ kind }) => kind === 'password_changed');
        expect(sent.map(({ to }) => to)).toEqual(['ana@exemplu.ro']);
      });
    });
  });

  test('another session is listed and can be ended; its page notices at its next call', async () => {
    await Stage.with({}, async (stage) => {
      const [article] = await newest(stage);
      await visit({ language: 'en' }, async (page) => {
        await signUp(page, stage);
        await visit(
          {
            language: 'en',
            expectErrors: /401/,
            userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
          },
          async (other) => {
            await signIn(other, stage);
            const shown = `/app?articleId=${article?.slug}`;
            await visitStage(other, stage, shown);
            await visitStage(page, stage, screen);
            const rows = section(page, 'Signed-in devices').getByRole('listitem');
            await expect.poll(() => rows.count()).toBe(2);
            expect(await rows.filter({ hasText: 'This device' }).count()).toBe(1);
            const foreign = rows.filter({ hasText: 'Firefox' });
            await foreign.getByRole('button', { name: /^Sign out: .*Firefox/ }).click();
            await page.getByText('That device has been signed out.').waitFor();
            await expect.poll(() => rows.count()).toBe(1);

            const like = other.getByRole('button', { name: /^Like \d/ });
            await like.click();
            const gone = other.getByRole('button', { name: 'Sign out' });
            await gone.waitFor({ state: 'detached' });
            // A call in the background may notice it before the click, which then leads to the sign-in page.
            await visitStage(other, stage, shown);
            await isPressed(like, false);
            expect((await asVisitor(stage, article?.slug ?? '')).likes).toBe(0);
            await other.goto(`${stage.url}/app?screen=profile`);
            await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
          },
        );
        await page.reload();
        await settled(page);
        await section(page, 'Signed-in devices').waitFor();
      });
    });
  });

  test('the export is a file with all stored data, and needs a recent sign-in', async () => {
    await Stage.with({}, async (stage) => {
      const [article] = await newest(stage);
      await visit({ language: 'en', expectErrors: /40[13]/ }, async (page) => {
        await signUp(page, stage);
        await visitStage(page, stage, `/app?articleId=${article?.slug}`);
        for (const kind of ['Like', 'Save']) {
          const saved = page.waitForResponse(/\/users\/(like|bookmark)-article$/);
          await page.getByRole('button', { name: new RegExp(`^${kind} `) }).click();
          await saved;
        }
        await stage.advance(hour);
        await goTo(page, screen);
        await page.getByRole('button', { name: 'Download my data' }).click();
        const file = page.waitForEvent('download');
        await prove(page);
        const download = await file;
        expect(download.suggestedFilename()).toBe('paragraf.json');
        const text = await readFile(await download.path(), 'utf8');
        const kept = JSON.parse(text) as object;
        expect(kept).not.toEqual({});
        for (const word of ['ana@exemplu.ro', 'Ana Pop', article?.slug ?? '']) {
          expect(text).toContain(word);
        }
        for (const secret of ['argon2', 'password_hash', password]) {
          expect(text).not.toContain(secret);
        }
        await page.getByText('The file is in your downloads folder.').waitFor();
      });
    });
  });

  test('deleting needs a typed word and a recent sign-in, and lowers the counts', async () => {
    await Stage.with({}, async (stage) => {
      const [article] = await newest(stage);
      const slug = article?.slug ?? '';
      await visit({ language: 'en', expectErrors: /40[13]/ }, async (page) => {
        await signUp(page, stage);
        await visitStage(page, stage, `/app?articleId=${slug}`);
        for (const kind of ['Like', 'Save']) {
          const saved = page.waitForResponse(/\/users\/(like|bookmark)-article$/);
          await page.getByRole('button', { name: new RegExp(`^${kind} `) }).click();
          await saved;
        }
        expect(await asVisitor(stage, slug)).toMatchObject({ likes: 1, bookmarks: 1 });
        await stage.advance(hour);
        await goTo(page, screen);
        const sent = requestsTo(page, '/auth/v1/me');
        await page.getByRole('button', { name: 'Delete my account' }).click();
        const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
        await dialog.getByRole('textbox').fill('nu');
        await dialog.getByRole('button', { name: 'Delete for good' }).click();
        await dialog.getByText('Type the word exactly: delete').waitFor();
        expect(sent).toEqual([]);
        await dialog.getByRole('textbox').fill('delete');
        await dialog.getByRole('button', { name: 'Delete for good' }).click();
        await prove(page);
        await page.getByText('Your account has been deleted.').waitFor();
        await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
        await expect.poll(() => asVisitor(stage, slug)).toMatchObject({ likes: 0, bookmarks: 0 });
        expect(await signsIn(stage, 'ana@exemplu.ro', password)).not.toBe(200);
        await page.reload();
        await settled(page);
        expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
        const mails = (await stage.mails()).filter(({ kind }) => kind === 'account_deleted');
        expect(mails.map(({ to }) => to)).toEqual(['ana@exemplu.ro']);
      });
    });
  });
});
