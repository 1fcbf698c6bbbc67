import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadActTexts } from '../../i18n/setup.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ActScreen } from './act-screen.tsx';

const law = (id: string, citation: string) => ({
  id,
  citation,
  type: 'LEGE',
  number: '1',
  year: 2025,
});
const page = {
  act: law('lege-31-1990', 'Law no. 31/1990'),
  links: [],
  articles: [],
  citing: [],
  citing_total: 0,
  amended_by: [],
  amends: [],
  forms: [{ date: '2024-10-08' }],
  deadlines: [],
};
const amending = {
  act: law('lege-299-2024', 'Law no. 299/2024'),
  in_force_date: '2024-12-06',
  article: 'companies',
  operations: 2,
  compared: true,
};
const changes = {
  act: page.act,
  form_date: '2024-10-08',
  found: 1,
  applied: 1,
  amendments: [
    {
      kind: 'modify',
      source: 'art. I pct. 1',
      provision: 'art. 90',
      difference: [{ kind: 'added', text: 'alte cuvinte' }],
      is_cut: false,
    },
  ],
};

beforeAll(loadActTexts);

describe('the page of an act', () => {
  test('lists what changed it and shows the provisions', async () => {
    fakeServer({
      '/acts/lege-31-1990': { body: { ...page, amended_by: [amending] } },
      '/acts/lege-31-1990/amendments': { body: [{ by: amending.act, changes }] },
    });
    renderApp({ element: <ActScreen id="lege-31-1990" /> });
    expect(await screen.findByRole('heading', { level: 1, name: 'Law no. 31/1990' })).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Law no. 299/2024' });
    expect(link).toHaveAttribute('href', '/act/lege-299-2024');
    expect(screen.getByText('2 changes')).toBeVisible();
    expect(await screen.findByText('alte cuvinte')).toBeVisible();
    expect(screen.getByText('8 October 2024', { selector: '#forms ~ ul time' })).toBeVisible();
  });

  test('an act that articles only name says so', async () => {
    fakeServer({ '/acts/lege-31-1990': { body: page } });
    renderApp({ element: <ActScreen id="lege-31-1990" /> });
    expect(await screen.findByText(/no article about this act itself/)).toBeVisible();
  });

  test('an unknown act leads to the search', async () => {
    fakeServer({ '/acts/x-1-2025': { status: 404, body: { error: 'No.', code: 'not_found' } } });
    renderApp({ element: <ActScreen id="x-1-2025" /> });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'There is no such act' }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Search the articles' })).toBeVisible();
  });
});
