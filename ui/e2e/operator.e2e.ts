import { createHmac } from 'node:crypto';
import { describe, test } from 'vitest';
import { signUp, today } from './reader-steps.ts';
import { card, follow } from './sign-in-steps.ts';
import { Stage } from './stage.ts';
import { expectSound, useBrowser, visit } from './support.ts';

useBrowser();

/** The code of an authenticator app at the time at which the clock of a stage stands (RFC 6238). */
function codeOf(secret: string): string {
  const bits = [...secret.replace(/\s/g, '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Date.parse(`${today}T09:00:00Z`) / 30_000));
  const mac = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  const place = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(place) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe('the first operator', () => {
  test('opens the logged link, adds a second step and sees the page', async () => {
    await Stage.with({}, async (stage) => {
      await visit({ language: 'en' }, async (page) => {
        await signUp(page, stage);
        await follow(page, await stage.link('verify_email'));
        await card(page, 'emailVerificationSuccess').waitFor();
        await page.goto(await stage.operatorLink());
        await page.getByRole('button', { name: 'Make this account the operator' }).click();

        await page.getByRole('button', { name: 'Set up an app' }).click();
        const secret = page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/);
        await page.getByLabel('Code from the app').fill(codeOf((await secret.textContent()) ?? ''));
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        await page.getByRole('button', { name: 'I have saved them' }).click();

        await page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();
        await page.getByRole('region', { name: 'In numbers' }).waitFor();
        await expectSound(page, "the operator's page");
        const parts = page.getByRole('navigation', { name: 'Parts of this page' });
        await parts.getByRole('link', { name: 'Mails' }).click();
        await page.getByRole('heading', { level: 2, name: 'ana@exemplu.ro' }).first().waitFor();
        await expectSound(page, 'the outbox');
        await parts.getByRole('link', { name: 'Accounts' }).click();
        await page.getByText(/^Operator · Ana Pop/).waitFor();
      });
    });
  });
});
