import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPart } from '../../i18n/setup.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { OverviewScreen } from './overview-screen.tsx';

const overview = {
  id: '2025-12-munca',
  month: '2025-12',
  topic: 'munca',
  topic_name: { ro: 'Muncă și salarii', en: 'Employment' },
  introduction: 'Two changes.\n\nBoth matter.',
  articles: [
    {
      slug: 'minimum-wage',
      title: 'The minimum wage rises',
      importance: 5,
      publish_date: '2025-12-12',
      topic: 'munca',
      lang: 'en',
    },
  ],
  next: [
    { id: 'minimum-wage.1', slug: 'minimum-wage', date: '2026-01-31', what: 'Change contracts' },
  ],
  next_total: 4,
  others: [{ id: '2025-12', month: '2025-12', articles: 3 }],
};

beforeAll(() => loadPart('overview'));

describe('a month in brief', () => {
  test('shows what changed, what comes next and the other months', async () => {
    fakeServer({ '/overviews/2025-12-munca': { body: overview } });
    renderApp({ element: <OverviewScreen id="2025-12-munca" /> });
    const name = 'December 2025 in brief: Employment';
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
    expect(screen.getByText('Both matter.')).toBeTruthy();
    const article = screen.getByRole('link', { name: /The minimum wage rises/ });
    expect(article).toHaveAttribute('href', '/app?articleId=minimum-wage');
    expect(screen.getByRole('heading', { name: 'What comes next in January 2026' })).toBeTruthy();
    expect(screen.getByText(/The first 1 of 4/)).toBeTruthy();
    const calendar = screen.getByRole('link', { name: 'All deadlines of the month' });
    expect(calendar).toHaveAttribute(
      'href',
      '/app?screen=deadlines&view=month&topic=munca&month=2026-01',
    );
    const other = screen.getByRole('link', { name: 'December 2025 in brief' });
    expect(other).toHaveAttribute('href', '/overview/2025-12');
  });

  test('says that there is none before an editor has read it', async () => {
    const problem = { code: 'not_found', message: 'There is no such overview.' };
    fakeServer({ '/overviews/2026-01': { status: 404, body: problem } });
    renderApp({ element: <OverviewScreen id="2026-01" /> });
    expect(await screen.findByRole('heading', { name: 'There is no such overview' })).toBeTruthy();
  });
});
