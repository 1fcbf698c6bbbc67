import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inTime } from './patience.ts';
import { base, useServer } from './server.ts';
import { useBrowser, visit } from './support.ts';

useBrowser();
await useServer();

interface Loaded {
  host: string;
  path: string;
  body: Buffer;
}

/* Every response of a first visit, and the layout shift of the page. */
async function firstVisit(path: string): Promise<{ loaded: Loaded[]; shift: number }> {
  const asked: Array<Promise<Loaded>> = [];
  let loaded: Loaded[] = [];
  let shift = 0;
  await visit({ viewport: { width: 390, height: 844 } }, async (page) => {
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          (window as unknown as { shift: number }).shift += (
            entry as unknown as { value: number }
          ).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    page.on('response', (response) => {
      const { host, pathname } = new URL(response.url());
      const body = response.body().catch(() => Buffer.alloc(0));
      asked.push(body.then((bytes) => ({ host, path: pathname, body: bytes })));
    });
    await page.goto(base + path, { waitUntil: 'networkidle' });
    await page.getByRole('region').first().waitFor();
    loaded = await inTime('reading the responses', Promise.all(asked));
    shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  });
  return { loaded, shift };
}

function compressed(loaded: Loaded[], ending: string): number {
  const files = loaded.filter(({ path }) => path.endsWith(ending));
  expect(files.length, ending).toBeGreaterThan(0);
  return files.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0);
}

describe('the size of the landing page', () => {
  for (const language of ['en', 'ro']) {
    test(`a first visit in ${language}`, async () => {
      const { loaded, shift } = await firstVisit(`/?lang=${language}`);
      expect(compressed(loaded, '.js')).toBeLessThanOrEqual(90_000);
      expect(compressed(loaded, '.css')).toBeLessThanOrEqual(30_000);
      const fonts = loaded.map(({ path }) => path).filter((path) => path.endsWith('.woff2'));
      for (const font of fonts) expect(font).toMatch(/-latin-|-romanian-/);
      expect(new Set(loaded.map(({ host }) => host))).toEqual(new Set([new URL(base).host]));
      expect(shift).toBeLessThan(0.02);
    });
  }

  test('the prerendered page uses the classes of its style sheets', async () => {
    const html = await (await fetch(`${base}/`)).text();
    const sheets = [...html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(async ([, path]) =>
      (await fetch(base + path)).text(),
    );
    const css = (await Promise.all(sheets)).join('\n');
    const worn = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    const ours = worn.filter((name) => name.startsWith('_'));
    expect(ours.length).toBeGreaterThan(20);
    expect(ours.filter((name) => !css.includes(`.${name}`))).toEqual([]);
  });
});
