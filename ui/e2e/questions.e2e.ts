import { expect, test } from 'vitest';
import { base, useServer } from './server.ts';
import { expectSound, goTo, open, settled, tabTo, useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

const answers = (facts: object) =>
  localStorage.setItem('paragraf::answers', JSON.stringify({ facts, skipped: [] }));

test('a landlord answers by keyboard, and list, article and deadlines agree', () =>
  visit({ language: 'en', viewport: { width: 390, height: 844 } }, async (page) => {
    const bodies: string[] = [];
    page.on('request', (request) => {
      expect(request.url()).not.toMatch(/lets_property|home_to_person/);
      if (request.url() === `${base}/concerns`) bodies.push(request.postData() ?? '');
    });
    await open(page, '/app?screen=questions');
    await page.getByRole('heading', { name: 'Who is this profile for?' }).waitFor();
    await tabTo(page, /^Myself, as a person/);
    await page.keyboard.press('Space');
    await page.getByText(/may concern you|concern you, maybe/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Question 2 of at most 6').waitFor();
    await expectSound(page, 'a question');

    await page.evaluate(answers, {
      subject: 'person',
      farms: false,
      owns: ['home'],
      situations: ['lets_property'],
      letting: ['home_to_person'],
      everyday: [],
      passive_income: { from: 0, to: 24_299.99 },
    });
    await open(page, '/app?screen=questions&at=list');
    await page.getByRole('region', { name: 'Your answers' }).waitFor();
    await page.getByText(/duties left out/).click();
    await expectSound(page, 'the list');
    const first = page.getByRole('region', { name: 'By when' }).getByRole('listitem').first();
    const date = await first.locator('time').first().getAttribute('datetime');
    expect(date).toMatch(/^\d{4}-/);

    await goTo(page, '/app?screen=deadlines&tab=mine');
    await page.getByText(/^By your answers: /).waitFor();
    const days = await page
      .locator('time[datetime]')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
    expect(days).toContain(date);

    const path = '/app?articleId=oug-115-2023-chirii-retinere-la-sursa';
    await goTo(page, path);
    await settled(page);
    const strip = page.getByRole('region', { name: 'Does it concern you?' });
    expect(await strip.textContent()).toMatch(/^(Does not concern|Concerns|May concern) you/);
    await expectSound(page, 'an article with its verdict');
    expect(JSON.parse(bodies.at(-1) ?? '{}')).toMatchObject({ facts: { subject: 'person' } });
  }));
