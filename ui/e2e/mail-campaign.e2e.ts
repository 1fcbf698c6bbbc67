import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { base, paragraf, useServer } from './server.ts';
import { expectSound, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

const cards = [
  'lege-239-2025-dividende-si-imprumuturi-asociati',
  'lege-239-2025-cesiune-parti-sociale',
].map((slug) => `{{article:${slug}}}\n\n`);
const campaign = `---
subject: Două schimbări
subject_en: Two changes
public: true
---
# Pe scurt

${cards.join('')}Atât.

<!-- en -->

${cards.join('')}That is all.
`;

describe('the page of a campaign', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paragraf-'));
    const [text, list] = [join(folder, 'journey-cards.md'), join(folder, 'list.csv')];
    await writeFile(text, campaign);
    await writeFile(list, 'email\nion@exemplu.ro\n');
    await paragraf('mail', 'send', text, '--to', list, '--yes', '--no-wait');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('shows articles as cards, is accessible and fits', () =>
    visit({}, async (page) => {
      await page.goto(`${base}/campaigns/journey-cards?lang=ro`);
      const card = page.getByRole('article').first();
      await card.getByText(/^Important$/).waitFor();
      const colours = await card.evaluate((element) => {
        const label = element.querySelector('strong') ?? element;
        const styles = getComputedStyle(document.documentElement);
        const probe = document.createElement('i');
        probe.style.color = styles.getPropertyValue('--importance-4');
        return [getComputedStyle(label).color, probe.style.color];
      });
      expect(colours[0]).toBe(colours[1]);
      await expectSound(page, 'campaign');
      const title = await card.getByRole('heading').textContent();
      await card.getByRole('link').click();
      await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor();
    }));
});
