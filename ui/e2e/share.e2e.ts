import { describe, expect, test } from 'vitest';
import { base, useServer } from './server.ts';
import { listed, open, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

describe('share', () => {
  test('copies the link and offers four targets', async () => {
    const [article] = await listed();
    if (!article) throw new Error('The server has no articles.');
    const link = `${base}/app?articleId=${article.slug}`;
    const shared = encodeURIComponent(link);
    await visit(
      { language: 'en', permissions: ['clipboard-read', 'clipboard-write'] },
      async (page) => {
        await open(page, `/app?articleId=${article.slug}&lang=en`);
        await page.getByRole('button', { name: 'Share' }).click();
        const href = (name: string) =>
          page.getByRole('menuitem', { name, exact: true }).getAttribute('href');
        expect(await href('X')).toMatch(/^https:\/\/x\.com\/intent\/post\?text=.+&url=/);
        expect(await href('X')).toContain(shared);
        expect(await href('Facebook')).toBe(
          `https://www.facebook.com/sharer/sharer.php?u=${shared}`,
        );
        const mail = new URL((await href('E-mail')) ?? '');
        expect(mail.protocol).toBe('mailto:');
        expect(mail.searchParams.get('subject')).toBe(article.title);
        expect(mail.searchParams.get('body')).toContain(link);
        expect(await href('WhatsApp')).toContain(shared);

        await page.getByRole('menuitem', { name: 'Copy link' }).click();
        await page.getByText('Link copied to clipboard!').waitFor();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      },
    );
  });
});
