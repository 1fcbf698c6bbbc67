import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadPart } from '../../i18n/setup.ts';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
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
  amends: [],
  forms: [{ date: '2024-10-08' }],
  deadlines: [],
};
const headline = {
  slug: 'online',
  title: 'Vote online',
  importance: 3,
  publish_date: '2024-12-06',
  topic: 'afaceri',
  lang: 'en',
};
const amendment = (provision: string, text: string) => ({
  kind: 'modify',
  source: '',
  provision,
  difference: [{ kind: 'added', text }],
  is_cut: false,
});
const entry = {
  day: '2024-12-06',
  act: law('lege-299-2024', 'Law no. 299/2024'),
  gazette: { part: 'I', number: '1212', date: '2024-12-03', citation: 'Official Gazette no. 1212' },
  found: 2,
  amendments: [
    amendment('art. 7', 'words of article 7'),
    amendment('art. 90', 'words of article 90'),
  ],
  articles: [{ article: headline, provisions: ['art. 90'] }],
};
const history = {
  since: '2023-11-11',
  changes: 3,
  acts: 2,
  latest: '2024-12-06',
  unread: [{ act: law('lege-239-2025', 'Law no. 239/2025'), articles: [headline] }],
  entries: [
    entry,
    {
      day: '2024-10-08',
      act: law('lege-214-2024', 'Law no. 214/2024'),
      found: 1,
      amendments: [amendment('art. 185 alin. (1)', 'words of article 185')],
      articles: [],
    },
  ],
};
const empty = { changes: 0, acts: 0, unread: [], entries: [] };

beforeAll(() => loadPart('act'));
beforeEach(() => showSession('signed_out'));

describe('the page of an act', () => {
  test('shows what changed by date, with our article or that there is none', async () => {
    fakeServer({
      '/acts/lege-31-1990': { body: page },
      '/acts/lege-31-1990/history': { body: history },
    });
    renderApp({ element: <ActScreen id="lege-31-1990" /> });
    expect(await screen.findByRole('heading', { level: 1, name: 'Law no. 31/1990' })).toBeTruthy();
    expect(await screen.findByText(/3 changes since 2024, by 2 laws\./)).toBeVisible();
    expect(screen.getByText('Latest: 6 December 2024')).toBeVisible();
    const unread = screen.getByText(/may also have changed this act/);
    const changes = screen.getByRole('heading', { level: 2, name: 'What changed' });
    expect(unread.compareDocumentPosition(changes)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const acts = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(acts).toEqual(['Law no. 299/2024', 'Law no. 214/2024']);
    expect(screen.getByText('words of article 7')).toBeVisible();
    expect(screen.getByText('No article of ours about this change.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Concern you/ })).toBeNull();
    expect(screen.getByText('8 October 2024', { selector: '#forms ~ ul time' })).toBeVisible();
  });

  test('a provision that the reader follows comes first and open, and has a view of its own', async () => {
    showSession({});
    const topics_followed = ['provision:lege-31-1990:art. 90'];
    fakeServer({
      '/acts/lege-31-1990': { body: page },
      '/acts/lege-31-1990/history': { body: history },
      '/users/user-data/uid1': { body: exampleUserData({ topics_followed }) },
      '/users/profiles/uid1': { body: [] },
    });
    renderApp({ element: <ActScreen id="lege-31-1990" /> });
    await userEvent.click(await screen.findByRole('button', { name: 'Concern you 1' }));
    expect(screen.getByText('words of article 90')).toBeVisible();
    expect(screen.getByText('concerns you')).toBeVisible();
    expect(screen.queryByText('words of article 7')).toBeNull();
    expect(screen.queryByText('No article of ours about this change.')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'All 3' }));
    const places = [...document.querySelectorAll('.amendment-place')].map((it) => it.textContent);
    expect(places).toEqual(['art. 90', 'art. 7', 'art. 185 alin. (1)']);
    expect(screen.queryByText('words of article 7')).toBeNull();
  });

  test('a followed provision is known by its present number', async () => {
    showSession({});
    const name = 'provision:lege-31-1990:art. 89';
    fakeServer({
      '/acts/lege-31-1990': { body: page },
      '/acts/lege-31-1990/history': { body: history },
      '/users/user-data/uid1': { body: exampleUserData({ topics_followed: [name] }) },
      '/users/profiles/uid1': { body: [] },
      '/users/follows/uid1': { body: [{ name, present: 'art. 90', muted: false, paused: false }] },
    });
    renderApp({ element: <ActScreen id="lege-31-1990" /> });
    expect(await screen.findByRole('button', { name: 'Concern you 1' })).toBeVisible();
    expect(screen.getByText('concerns you')).toBeVisible();
  });

  test('a year of the history can be chosen', async () => {
    const [latest, other] = history.entries;
    fakeServer({
      '/acts/lege-31-1990': { body: page },
      '/acts/lege-31-1990/history': {
        body: { ...history, entries: [latest, { ...other, day: '2023-10-08' }] },
      },
    });
    renderApp({ element: <ActScreen id="lege-31-1990" /> });
    const years = await screen.findByRole('combobox', { name: 'Year of the changes' });
    const choices = [...years.querySelectorAll('option')].map(({ textContent }) => textContent);
    expect(choices).toEqual(['All years', '2024', '2023']);
    const acts = () =>
      screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    await userEvent.selectOptions(years, '2023');
    expect(acts()).toEqual(['Law no. 214/2024']);
    await userEvent.selectOptions(years, 'All years');
    expect(acts()).toEqual(['Law no. 299/2024', 'Law no. 214/2024']);
  });

  test('a closed provision is one stop of the keyboard, an open one can be followed', async () => {
    const amendments = Array.from({ length: 40 }, (_, at) => amendment(`art. ${at + 1}`, 'words'));
    fakeServer({
      '/acts/lege-31-1990': { body: page },
      '/acts/lege-31-1990/history': {
        body: { ...history, entries: [{ ...entry, found: 40, amendments }] },
      },
    });
    renderApp({ element: <ActScreen id="lege-31-1990" /> });
    const section = (await screen.findByRole('heading', { name: 'What changed' })).closest(
      'section',
    );
    const stops = [...(section?.querySelectorAll('summary, a[href], button, select') ?? [])];
    const follows = stops.filter((stop) => stop.textContent?.startsWith('Follow'));
    expect(follows.map(({ textContent }) => textContent)).toEqual([
      'Follow “art. 1 of Law no. 31/1990”',
    ]);
    // Six provisions, the fold of the others, the act, our article and the follow of the open one.
    expect(stops.filter((stop) => !stop.closest('details details'))).toHaveLength(10);
  });

  test('any one provision can be followed', async () => {
    fakeServer({
      '/acts/lege-31-1990': { body: page },
      '/acts/lege-31-1990/history': { body: empty },
      '/follows/volume': { body: { articles: 0, days: 90 } },
    });
    renderApp({ element: <ActScreen id="lege-31-1990" /> });
    const field = await screen.findByLabelText('Follow one provision');
    await userEvent.type(field, 'articolul 120 alin. (2)');
    const name = /art\. 120 alin\. \(2\) of Law no\. 31\/1990/;
    expect(screen.getByRole('button', { name })).toBeVisible();
    expect(await screen.findByText(/the last 90 days/)).toBeVisible();
    const asked = sent.filter(({ path }) => path === '/follows/volume');
    expect(asked).toHaveLength(1);
  });

  test('an act that articles only name says so', async () => {
    fakeServer({
      '/acts/lege-31-1990': { body: page },
      '/acts/lege-31-1990/history': { body: empty },
    });
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
