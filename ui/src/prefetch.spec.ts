import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { DeadlinesScreen } from './features/deadlines/deadlines-screen.tsx';
import { SearchScreen } from './features/search/search-screen.tsx';
import { prefetchDeadlines } from './prefetch.ts';
import { prepare } from './routes.tsx';
import { fakeServer } from './test/fake-server.ts';
import { showSession } from './test/fake-session.ts';
import { renderApp } from './test/render-app.tsx';

const isDays = (address: string) => /^\/(duties|deadlines)\b/.test(address);

test.each([
  ['', 2],
  ['&month=2031-02', 2],
  ['&role=landlord&view=month', 3],
])(
  'what is fetched beside the code is what the deadlines ask for: "%s"',
  async (place, requests) => {
    showSession('signed_out');
    const none = { body: [] };
    const routes = {
      ...{ '/duties': none, '/deadlines': none, '/deadlines/holidays': none },
      '/topics': none,
    };
    const address = `screen=deadlines${place}`;
    const early = fakeServer(routes);
    await prefetchDeadlines(new QueryClient(), new URLSearchParams(address), 'en');
    const asked = early.filter(isDays).sort();
    expect(asked).toHaveLength(requests);

    const late = fakeServer(routes);
    renderApp({ at: `/app?${address}`, element: createElement(DeadlinesScreen) });
    await expect.poll(() => late.filter(isDays).sort()).toEqual(asked);
  },
);

test('what is fetched beside the code is what the search asks for', async () => {
  showSession('signed_out');
  const body = {
    total: 0,
    without_filters: 0,
    hits: [],
    facets: {
      ...{ topic: [], domain: [], act_type: [], issuer: [], role: [], importance: [], year: [] },
      duty_ahead: 0,
    },
    duties: [],
    understood: { references: [], words: [], phrases: [], corrected: [], also: [], missing: [] },
    nearest: [],
    index: { indexed: 3, articles: 3 },
  };
  const routes = { '/search': { body }, '/search/suggest': { body: [] }, '/topics': { body: [] } };
  const isHits = (address: string) => /^\/search\?/.test(address);
  const address = '/app?screen=search&q=tva&role=landlord&duty_ahead=true';
  const early = fakeServer(routes);
  await prepare(new URL(address, 'http://local'), new QueryClient(), 'en');
  const asked = early.filter(isHits);
  expect(asked).toHaveLength(1);

  const late = fakeServer(routes);
  renderApp({ at: address, element: createElement(SearchScreen) });
  await expect.poll(() => late.filter(isHits)).toEqual(asked);
});
