import { beforeEach, expect, test, vi } from 'vitest';

const sent: Array<{ address: string; body: Blob }> = [];

/* Each test gets fresh modules: choice and queue live as long as a page. */
async function page(stored?: string) {
  vi.resetModules();
  if (stored) window.localStorage.setItem('analytics-consent', stored);
  const analytics = await import('./analytics.ts');
  const { consent } = await import('../consent.ts');
  analytics.startAnalytics();
  return { ...analytics, consent };
}

async function bodies() {
  const texts = await Promise.all(sent.map(async ({ body }) => JSON.parse(await body.text())));
  return texts.map(({ events }) => events);
}

beforeEach(() => {
  sent.length = 0;
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (address: string, body: Blob) => sent.push({ address, body }) > 0,
  });
});
vi.mock('./web-vitals.ts', () => ({ reportWebVitals: () => {} }));

const view = { name: 'page_view', screen: 'home' } as const;

test.each([undefined, 'rejected', 'nonsense'])(
  'with the choice %s nothing is kept or sent',
  async (stored) => {
    const { track, flush, consent } = await page(stored);
    track(view);
    flush();
    window.dispatchEvent(new Event('pagehide'));
    consent.choose('accepted');
    flush();
    expect(sent).toEqual([]);
  },
);

test('stored consent starts it and sets the flag', async () => {
  const { track, flush } = await page('accepted');
  expect(window.localStorage.getItem('analytics-enabled')).toBe('true');
  track(view);
  expect(sent).toEqual([]);
  flush();
  expect(sent[0]?.address).toBe('/analytics/events');
  expect(sent[0]?.body.type).toBe('application/json');
  expect(await bodies()).toEqual([[view]]);
});

test('a page that is left sends what waits', async () => {
  const { track } = await page('accepted');
  track(view);
  window.dispatchEvent(new Event('pagehide'));
  expect(await bodies()).toEqual([[view]]);
});

test('a choice taken back also drops what has not been sent', async () => {
  const { track, flush, consent } = await page('accepted');
  track(view);
  consent.choose('rejected');
  consent.choose('accepted');
  flush();
  expect(sent).toEqual([]);
});

test('fifty events fill a request', async () => {
  const { track } = await page('accepted');
  for (let count = 0; count < 51; count += 1) track(view);
  expect((await bodies()).map((events) => events.length)).toEqual([50]);
});
