import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { DeadlinesScreen } from './features/deadlines/deadlines-screen.tsx';
import { prefetchDeadlines } from './prefetch.ts';
import { fakeServer } from './test/fake-server.ts';
import { showSession } from './test/fake-session.ts';
import { renderApp } from './test/render-app.tsx';

const isDays = (address: string) => /^\/(duties|deadlines)\b/.test(address);

test.each(['', '&month=2031-02', '&role=landlord&view=month'])(
  'what is fetched beside the code is what the deadlines ask for: "%s"',
  async (place) => {
    showSession('signed_out');
    const routes = { '/duties': { body: [] }, '/deadlines': { body: [] }, '/topics': { body: [] } };
    const address = `screen=deadlines${place}`;
    const early = fakeServer(routes);
    await prefetchDeadlines(new QueryClient(), new URLSearchParams(address), 'en');
    const asked = early.filter(isDays).sort();
    expect(asked).toHaveLength(2);

    const late = fakeServer(routes);
    renderApp({ at: `/app?${address}`, element: createElement(DeadlinesScreen) });
    await expect.poll(() => late.filter(isDays).sort()).toEqual(asked);
  },
);
