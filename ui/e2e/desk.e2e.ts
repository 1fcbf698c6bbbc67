import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectBell, lawChange, signUp, visitStage } from './reader-steps.ts';
import { card, follow } from './sign-in-steps.ts';
import { Stage } from './stage.ts';
import { expectAccessible, useBrowser, visit } from './support.ts';

useBrowser();

const source = `LEGE nr. 7 din 9 ianuarie 2026
Art. 1. - Cota este de 10% din venit.
${'Art. 2. - Alte dispoziții.\n'.repeat(80)}Art. 3. - Plafonul este de 50.000 lei.`;

async function draftWithSource(stage: Stage): Promise<void> {
  const source_sha256 = await stage.archive(source);
  await stage.publish(
    lawChange('chirii-noi', {
      status: 'draft',
      act: { type: 'LEGE', number: '7', year: 2026 },
      technical_summary: 'Legea nr. 7/2026 stabilește cota de 10%.',
      simple_explanation: 'Plătești 16% peste 50.000 lei.',
      provenance: { source_sha256 },
    }),
  );
}

async function beEditor(page: Page, stage: Stage): Promise<void> {
  const email = 'dan@exemplu.ro';
  await signUp(page, stage, { email, name: 'Dan Ene' });
  await stage.putAccount({ email, role: 'editor' });
}

async function signUpAsFollower(page: Page, stage: Stage, topicId: string): Promise<void> {
  const { uid, authorization } = await signUp(page, stage);
  const answer = await fetch(`${stage.url}/users/follow-topic`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: uid, topicId, followed: true }),
  });
  expect(answer.status).toBe(200);
}

/** Replaces words of the explanation in plain words and waits until they are saved. */
async function correct(page: Page, from: string, to: string): Promise<void> {
  const words = page.getByRole('textbox', { name: 'In plain words' });
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/desk/drafts/'),
  );
  await words.fill((await words.inputValue()).replace(from, to));
  await saved;
  await page.getByText('Saved', { exact: true }).waitFor();
}

describe('an editor at the desk', () => {
  test('corrects a draft against its source and publishes it, and a follower is notified', async () => {
    await Stage.with({}, async (stage) => {
      await draftWithSource(stage);
      await visit({ language: 'en' }, async (reader) => {
        await signUpAsFollower(reader, stage, 'inchirieri');
        const stream = reader.waitForResponse(/\/notifications\/\w+\/stream$/);
        await visitStage(reader, stage, '/app?screen=about');
        await stream;
        expect(await reader.getByRole('link', { name: 'Desk' }).count()).toBe(0);

        await visit({ language: 'en' }, async (page) => {
          await beEditor(page, stage);
          await visitStage(page, stage, '/app?screen=about');
          await page.getByRole('link', { name: 'Desk', exact: true }).click();
          await page.getByRole('link', { name: 'Legea despre chirii-noi' }).click();
          await page.getByRole('heading', { level: 1, name: 'Legea despre chirii-noi' }).waitFor();
          await expectAccessible(page, 'a draft');

          const words = page.getByRole('textbox', { name: 'In plain words' });
          await page.getByText('“16%” is not in the archived act.').waitFor();
          await page.getByRole('button', { name: '50.000, show the place in the source' }).click();
          const mark = page.locator('mark', { hasText: '50.000' });
          await expect.poll(() => mark.evaluate((it) => it === document.activeElement)).toBe(true);

          const saved = page.waitForResponse('**/desk/drafts/chirii-noi');
          await words.fill('Plătești 10% peste 50.000 lei.');
          await saved;
          await page.getByText('Saved', { exact: true }).waitFor();
          await expect.poll(() => page.getByText('“16%” is not').count()).toBe(0);

          await page.getByRole('button', { name: 'Preview' }).click();
          const preview = page.getByRole('region', { name: 'How the article will look' });
          await preview.getByText('Plătești 10% peste 50.000 lei.').first().waitFor();
          await page.getByRole('button', { name: 'Publish', exact: true }).click();
          await page.getByRole('button', { name: 'Publish now' }).click();
          await page.getByRole('heading', { name: 'The article is published.' }).waitFor();
          await page.getByRole('link', { name: 'See the article' }).click();
          await page.getByText('Reviewed by Dan Ene', { exact: false }).first().waitFor();
        });

        await expectBell(reader, 1);
        await visitStage(reader, stage, '/app?screen=notifications');
        await reader.getByRole('heading', { level: 3, name: 'Legea despre chirii-noi' }).waitFor();
      });
    });
  });

  test('finds the act of a source with its reasons, corrects the model and publishes', async () => {
    await Stage.withSources(async (stage) => {
      await stage.pollAct();
      await visit({ language: 'en' }, async (page) => {
        await beEditor(page, stage);
        await visitStage(page, stage, '/app?screen=desk');
        await page.locator('li', { hasText: /^From an official source$/ }).waitFor();
        await page.getByRole('link', { name: /^Legea (nr\. )?(245\/2026|273\/2006)/ }).click();
        await page.getByText('Why the draft has these values').click();
        await page.getByRole('term').filter({ hasText: 'Topic' }).waitFor();
        const quote = page.locator('dd').getByRole('button').first();
        const words = (await quote.textContent()) ?? '';
        await quote.click();
        const mark = page.locator('mark', { hasText: words });
        await expect.poll(() => mark.evaluate((it) => it === document.activeElement)).toBe(true);
        await expectAccessible(page, 'a draft with its reasons');

        await stage.importForm();
        await page.getByRole('button', { name: 'Before and after' }).click();
        const changes = page.getByRole('region', { name: 'Before and after' });
        await changes.getByText('art. 32 alin. (7)').waitFor();
        await changes.locator('del', { hasText: '15' }).waitFor();
        await changes.locator('ins', { hasText: '30' }).waitFor();
        await expectAccessible(page, 'a draft before and after');

        await stage.explain();
        await page.reload();
        await page.getByText('“45 de zile” is not in the archived act.').waitFor();
        const topics = page.getByRole('combobox', { name: 'Topic' });
        // Without the list of topics, the field has no value yet.
        await expect.poll(() => topics.inputValue()).not.toBe('');
        const topic = await topics.inputValue();
        await visit({ language: 'en' }, async (reader) => {
          await signUpAsFollower(reader, stage, topic);
          await follow(reader, await stage.link('verify_email', 2, 'ana@exemplu.ro'));
          await card(reader, 'emailVerificationSuccess').waitFor();
          const stream = reader.waitForResponse(/\/notifications\/\w+\/stream$/);
          await visitStage(reader, stage, '/app?screen=about');
          await stream;

          await correct(page, '45 de zile', '30 de zile');
          await page.getByRole('button', { name: 'English', exact: true }).click();
          await correct(page, '45 days', '30 days');
          await page.getByRole('button', { name: 'Publish', exact: true }).click();
          await page.getByRole('button', { name: 'Publish now' }).click();
          await page.getByRole('heading', { name: 'The article is published.' }).waitFor();
          await page.getByRole('link', { name: 'See the article' }).click();
          const shown = page.getByRole('region', { name: 'Before and after' });
          await shown.locator('ins', { hasText: '30' }).waitFor();
          await expectAccessible(page, 'an article before and after');

          await expectBell(reader, 1);
          const mails = (await stage.sentMails()).filter(({ to }) => to === 'ana@exemplu.ro');
          expect(mails.some(({ text }) => text.includes('30 days'))).toBe(true);
        });
      });
    });
  });
});
