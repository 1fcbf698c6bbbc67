import { beforeAll, test } from 'vitest';
import { base, searchReady, useServer } from './server.ts';
import { expectAccessible, expectFitting, open, settled, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();
beforeAll(searchReady);

test('from a citation in an article to the act, and to following it', async () => {
  await visit({ language: 'en' }, async (page) => {
    await open(page, '/app?articleId=lege-299-2024-adunari-generale-online');
    await page.getByRole('link', { name: 'Companies Law no. 31/1990' }).first().click();
    await page.waitForURL(`${base}/act/lege-31-1990`);
    await page.getByRole('heading', { level: 1, name: 'Law no. 31/1990' }).waitFor();
    await page.setViewportSize({ width: 320, height: 800 });
    await settled(page);
    await expectAccessible(page, 'act');
    await expectFitting(page, 'act');
    await page.getByRole('button', { name: 'Follow “Law no. 31/1990”' }).click();
    await page.waitForURL(/screen=auth/);
  });
});
