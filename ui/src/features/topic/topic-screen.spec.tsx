import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fakeServer } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { TopicScreen } from './topic-screen.tsx';

const headline = (slug: string, publish_date: string) => ({
  slug,
  title: `About ${slug}`,
  importance: 4,
  publish_date,
  topic: 'munca',
  lang: 'en',
  act_citation: 'Law no. 1/2025',
});
const b = headline('b', '2025-03-02');
/* One article in each of the first months. */
const first = (count: number) =>
  Array.from({ length: 12 }, (_, month) => [0, 0, 0, month < count ? 1 : 0, 0]);
const insights = {
  year: 2025,
  years: [2025, 2024],
  total: 6,
  months: first(6),
  important: [b],
  timeline: [b],
};

function serve(year = {}) {
  const asked: string[] = [];
  fakeServer({
    '/topics': { body: [{ id: 'munca', name: { ro: 'Muncă', en: 'Employment' }, articles: 1 }] },
    '/deadlines': { body: [] },
    '/insights': (url: URL) => {
      asked.push(url.search);
      return { body: { ...insights, ...year, topics: [] } };
    },
  });
  return asked;
}

describe('the page of a topic', () => {
  test('shows the year as a chart and as a table, and its articles by month', async () => {
    serve();
    renderApp({ element: <TopicScreen id="munca" /> });
    expect(await screen.findByRole('heading', { level: 1, name: 'Employment' })).toBeTruthy();
    const table = await screen.findByRole('table', { hidden: true });
    const march = within(table).getByRole('row', { name: /March/, hidden: true });
    expect(
      within(march)
        .getAllByRole('cell', { hidden: true })
        .map((c) => c.textContent),
    ).toEqual(['0', '1', '0', '0', '0', '1']);
    expect(screen.getAllByRole('link', { name: 'About b' })).toHaveLength(2);
    expect(await screen.findByText('No known deadlines in this topic.')).toBeTruthy();
  });

  test('says in a sentence what a chart of few bars would, and lists each article once', async () => {
    serve({ total: 1, months: first(1) });
    renderApp({ element: <TopicScreen id="munca" /> });
    expect(await screen.findByText('1 change, in January.')).toBeVisible();
    expect(screen.queryByRole('table', { hidden: true })).toBeNull();
    expect(screen.getAllByRole('link', { name: 'About b' })).toHaveLength(1);
  });

  test('names each of few months', async () => {
    serve({ total: 2, months: first(2) });
    renderApp({ element: <TopicScreen id="munca" /> });
    expect(
      await screen.findByText(/^2 changes: 1 in January(,| and) 1 in February\.$/),
    ).toBeVisible();
  });

  test('puts the chosen year into the address and asks for it', async () => {
    const asked = serve();
    const { address } = renderApp({ element: <TopicScreen id="munca" /> });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Year' }), '2024');
    expect(address()).toContain('year=2024');
    expect(asked.at(-1)).toContain('year=2024');
  });

  test('says so when there is no such topic', async () => {
    serve();
    renderApp({ element: <TopicScreen id="none" /> });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'There is no such topic' }),
    ).toBeTruthy();
  });
});
