import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paragraf, useServer } from './server.ts';
import { open, settled, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

const slug = 'journey-import';
const article = {
  slug,
  title: 'O schimbare adusă cât timp pagina era deschisă',
  technical_summary: 'Legea nr. 1/2026 introduce o regulă nouă.',
  simple_explanation: 'Regula nouă se aplică de mâine.',
  implementation_key_points: ['Citește regula.', 'Aplică regula.'],
  importance: 4,
  publish_date: '2026-11-20',
  domains: ['chirii'],
  topic: 'inchirieri',
};

test('the operator imports a file while the server runs, and the reader sees the article', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paragraf-'));
  const file = join(folder, 'articles.json');
  try {
    await visit({ language: 'ro' }, async (page) => {
      // Filtered, so that what is in force is not folded.
      const list = '/app?importance=4&topic=inchirieri';
      await open(page, list);
      const title = page.getByRole('heading', { level: 3, name: article.title });
      expect(await title.count()).toBe(0);

      await writeFile(file, JSON.stringify([article]));
      expect(await paragraf('import', file)).toBe('1 new, 0 changed, 0 unchanged, 0 refused\n');
      await page.reload();
      await settled(page);
      await title.waitFor();
      await page.getByRole('link', { name: article.title }).first().click();
      await page.getByRole('heading', { level: 1, name: article.title }).waitFor();

      await writeFile(file, JSON.stringify([{ ...article, title: 'Titlul schimbat' }]));
      expect(await paragraf('import', file)).toBe('0 new, 1 changed, 0 unchanged, 0 refused\n');
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Titlul schimbat' }).waitFor();

      // An open article goes on to ask for its counts, which a withdrawn one does not have.
      await open(page, '/app?screen=about');
      expect(await paragraf('articles', 'withdraw', slug)).toContain('published -> withdrawn');
      await open(page, list);
      await page.getByRole('article').first().waitFor();
      expect(await page.getByRole('heading', { name: 'Titlul schimbat' }).count()).toBe(0);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
