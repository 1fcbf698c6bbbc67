import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { exampleArticle } from '../../test/example-article.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { HomeScreen } from './home-screen.tsx';

const serverIssue =
  'The law changes could not be loaded from the database. Please try again later.';
const topics = [
  { id: 'inchirieri', name: { ro: 'Închirieri', en: 'Renting out' }, articles: 1 },
  { id: 'munca', name: { ro: 'Muncă și salarii', en: 'Employment' }, articles: 1 },
  { id: 'digital', name: { ro: 'Date și digital', en: 'Data and digital' }, articles: 0 },
];
const site = {
  body: {
    name: 'Paragraf',
    version: '0.1.0',
    build: '0.1.0',
    demo: false,
    public_url: 'http://local',
    latest: { publish_date: '2026-03-02' },
  },
};

function serve(lawchanges: Parameters<typeof fakeServer>[0][string]) {
  return fakeServer({
    '/site': site,
    '/topics': { body: topics },
    '/deadlines': { body: [] },
    '/lawchanges': lawchanges,
  });
}

const one = { body: [exampleArticle()], headers: { 'X-Total-Count': '1' } };

describe('home', () => {
  test('shows the list, the last gazette and the prompt to sign in', async () => {
    serve(one);
    renderApp({ element: <HomeScreen /> });
    expect(await screen.findByRole('link', { name: 'Un exemplu de lege' })).toHaveAttribute(
      'href',
      '/app?articleId=lege-1-2026-exemplu',
    );
    expect(screen.getByRole('heading', { level: 1 })).toContainElement(
      screen.getByRole('link', { name: 'Sign in' }),
    );
    expect(await screen.findByText(/^Newest article/)).toHaveTextContent(
      'Newest article: 2 March 2026.',
    );
    expect(screen.getByText('1 law change')).toBeVisible();
    expect(screen.getByText('by 25 May 2099 · declarația unică')).toBeVisible();
    expect(screen.getByText('renting')).toBeVisible();
    expect(screen.getByText('ceva nou')).toBeVisible();
  });

  test('the filters are read from the address and kept in it', async () => {
    const asked = serve(one);
    const user = userEvent.setup();
    const { address } = renderApp({
      at: '/app?importance=5&topic=munca&lang=ro',
      element: <HomeScreen />,
    });
    await screen.findByText('1 law change');
    expect(asked).toContain('/lawchanges?limit=24&lang=en&importance=5&topic=munca');
    expect(screen.getByRole('button', { name: 'Urgent' })).toHaveAttribute('aria-pressed', 'true');

    await user.click(screen.getByRole('button', { name: 'Important' }));
    expect(address()).toBe('/app?importance=4&topic=munca&lang=ro');
    await user.click(screen.getByRole('button', { name: 'All topics' }));
    expect(address()).toBe('/app?importance=4&lang=ro');
    await user.type(screen.getByRole('searchbox'), 'chirie');
    await waitFor(() => expect(address()).toBe('/app?importance=4&q=chirie&lang=ro'));
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    expect(address()).toBe('/app?lang=ro');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  test('a choice made before the address has followed the last one keeps both', async () => {
    serve(one);
    const { address } = renderApp({ element: <HomeScreen /> });
    const importance = await screen.findByRole('button', { name: 'Urgent' });
    const topic = await screen.findByRole('button', { name: 'Employment' });
    act(() => {
      importance.click();
      topic.click();
    });
    await waitFor(() => expect(address()).toBe('/app?importance=5&topic=munca'));
  });

  test('topics without articles are not offered', async () => {
    serve(one);
    renderApp({ element: <HomeScreen /> });
    expect(await screen.findByRole('button', { name: 'Employment' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Data and digital' })).toBeNull();
  });

  test('details and explanation open and close', async () => {
    serve(one);
    const user = userEvent.setup();
    renderApp({ element: <HomeScreen /> });
    const details = await screen.findByRole('button', { name: /^Details/ });
    expect(details).toHaveAttribute('aria-expanded', 'false');
    await user.click(details);
    expect(details).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('tehnic')).toBeVisible();
    expect(screen.queryByText('Și mai pe larg.')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Explanation/ }));
    expect(screen.getByText('Și mai pe larg.')).toBeVisible();
  });

  test('loads the page of the Link header', async () => {
    const asked = serve((url) =>
      url.searchParams.get('cursor')
        ? { body: [exampleArticle({ slug: 'b', title: 'B' })], headers: { 'X-Total-Count': '2' } }
        : {
            body: [exampleArticle()],
            headers: {
              'X-Total-Count': '2',
              Link: '</lawchanges?limit=24&cursor=c1>; rel="next"',
            },
          },
    );
    const user = userEvent.setup();
    renderApp({ element: <HomeScreen /> });
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    const link = await screen.findByRole('link', { name: 'B' });
    expect(asked).toContain('/lawchanges?limit=24&lang=en&cursor=c1');
    await waitFor(() => expect(link).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('an empty filtered list shows the server-issue text and a reset', async () => {
    serve({ body: [], headers: { 'X-Total-Count': '0' } });
    const user = userEvent.setup();
    const { address } = renderApp({ at: '/app?importance=1', element: <HomeScreen /> });
    expect(await screen.findByText(serverIssue)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    expect(address()).toBe('/app');
  });

  test('a failure shows with a retry', async () => {
    let broken = true;
    serve(() => (broken ? { status: 500, body: { error: 'x', code: 'internal' } } : one));
    const user = userEvent.setup();
    renderApp({ element: <HomeScreen /> });
    const alert = await screen.findByRole('alert', {}, { timeout: 4000 });
    expect(within(alert).getByText(serverIssue)).toBeVisible();
    broken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 law change')).toBeVisible();
  });

  test('without a connection it shows it and loads when it returns', async () => {
    serve(one);
    onlineManager.setOnline(false);
    renderApp({ element: <HomeScreen /> });
    expect(await screen.findByText('You are offline')).toBeVisible();
    onlineManager.setOnline(true);
    expect(await screen.findByText('1 law change')).toBeVisible();
  });

  test.each(['Like, 21 readers like this', 'Save, saved by 2 readers'])(
    '%s leads a visitor to Auth',
    async (name) => {
      serve(one);
      const user = userEvent.setup();
      const { address } = renderApp({ element: <HomeScreen /> });
      await user.click(await screen.findByRole('button', { name }));
      expect(address()).toBe('/app?screen=auth');
    },
  );

  test('following the chosen topic leads a visitor to Auth', async () => {
    serve(one);
    const user = userEvent.setup();
    const { address } = renderApp({ at: '/app?topic=munca', element: <HomeScreen /> });
    await user.click(await screen.findByRole('button', { name: 'Follow “Employment”' }));
    expect(address()).toBe('/app?screen=auth');
  });
});
