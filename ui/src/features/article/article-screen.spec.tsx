import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleArticle } from '../../test/example-article.ts';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ArticleScreen } from './article-screen.tsx';

const path = '/lawchanges/lege-1-2026-exemplu';
const element = <ArticleScreen slug="lege-1-2026-exemplu" />;

describe('article', () => {
  beforeEach(() => showSession('signed_out'));

  test('shows the last revision in the order of the questions, with its language', async () => {
    fakeServer({
      [path]: {
        body: [
          exampleArticle({ title: 'Mai vechi' }),
          exampleArticle({ revision: 2, file_url: 'https://example.org/a.pdf' }),
        ],
      },
    });
    renderApp({ element });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Un exemplu de lege' });
    expect(heading).toHaveAttribute('lang', 'ro');
    await waitFor(() => expect(document.title).toBe('Un exemplu de lege · Paragraf'));
    expect(screen.getByRole('note')).toHaveTextContent('only in Romanian');
    const order = screen.getAllByRole('heading', { level: 2 }).map((node) => node.textContent);
    expect(order).toEqual([
      'In short',
      'Implementation Steps',
      'Dates',
      'In plain words',
      'Technical summary',
      'Tags',
      'Sources and checks',
    ]);
    const tools = within(screen.getByRole('group', { name: 'What you can do with this article' }));
    expect(tools.getByRole('link', { name: 'PDF, opens in a new tab' })).toHaveAttribute(
      'href',
      '/fetch-pdf?url=https%3A%2F%2Fexample.org%2Fa.pdf',
    );
    for (const name of [/^Like/, /^Save/]) {
      const button = tools.getByRole('button', { name });
      // Voice control presses what is seen: the name begins with the words and the number on the button.
      expect(button).toHaveTextContent(/^\w+ \d+$/);
      expect(button.getAttribute('aria-label')?.indexOf(button.textContent ?? '-')).toBe(0);
    }
    expect(screen.getByText('Earlier versions')).toBeVisible();
  });

  test('one revision and no file: neither is offered', async () => {
    fakeServer({ [path]: { body: [exampleArticle()] } });
    renderApp({ element });
    await screen.findByRole('heading', { level: 1, name: 'Un exemplu de lege' });
    expect(screen.queryByText('Earlier versions')).toBeNull();
    expect(screen.queryByRole('link', { name: /PDF/ })).toBeNull();
  });

  test('an unknown slug is not a failure of the server', async () => {
    fakeServer({});
    renderApp({ element });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'We could not find this article' }),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('a failure shows the server-issue text and Retry', async () => {
    let broken = true;
    fakeServer({
      [path]: () =>
        broken
          ? { status: 503, body: { error: 'x', code: 'unavailable' } }
          : { body: [exampleArticle()] },
    });
    const user = userEvent.setup();
    renderApp({ element });
    expect(
      await screen.findByText(
        'The law changes could not be loaded from the database. Please try again later.',
      ),
    ).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Un exemplu de lege' })).toBeVisible();
  });

  test('opened as a notification it is new, and reading it for two seconds clears it', async () => {
    showSession({});
    fakeServer({
      [path]: { body: [exampleArticle()] },
      '/users/user-data/uid1': {
        body: exampleUserData({ notifications: { articles: ['lege-1-2026-exemplu'] } }),
      },
      '/notifications/uid1/clear-article': {
        body: { cleared: true, notifications: { articles: [] } },
      },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    renderApp({ element });
    await vi.waitFor(() => expect(screen.getByText('New')).toBeVisible(), { timeout: 20_000 });
    const cleared = () => sent.filter((request) => request.path.endsWith('/clear-article'));
    await act(() => vi.advanceTimersByTimeAsync(1900));
    expect(cleared()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(cleared().map(({ body }) => body)).toEqual([{ articleId: 'lege-1-2026-exemplu' }]);
    vi.useRealTimers();
    expect(screen.getByText('New')).toBeVisible();
  });

  test('an article that does not wait is not new', async () => {
    showSession({});
    fakeServer({
      [path]: { body: [exampleArticle()] },
      '/users/user-data/uid1': { body: exampleUserData({ bookmarks: ['lege-1-2026-exemplu'] }) },
    });
    renderApp({ element });
    const save = await screen.findByRole('button', { name: /^Save \d/ });
    await waitFor(() => expect(save).toHaveAttribute('aria-pressed', 'true'));
    expect(screen.queryByText('New')).toBeNull();
  });

  test('the primary button follows the topic that it names', async () => {
    showSession({});
    let followed: string[] = [];
    fakeServer({
      [path]: { body: [exampleArticle({ steps: [] })] },
      '/topics': { body: [{ id: 'inchirieri', name: { ro: 'Închirieri', en: 'Renting out' } }] },
      '/users/user-data/uid1': () => ({ body: exampleUserData({ topics_followed: followed }) }),
      '/follows/volume': { body: { articles: 9, days: 90 } },
      '/users/follow-topic': (_, { body }) => {
        followed = body.followed ? [body.topicId] : [];
        return { body: { followed: body.followed, topics_followed: followed } };
      },
    });
    const user = userEvent.setup();
    renderApp({ element });
    await user.click(
      await screen.findByRole('button', { name: 'Follow Renting out', pressed: false }),
    );
    const following = screen.getByRole('button', { name: 'Following Renting out', pressed: true });
    expect(
      await screen.findByText('About 3 changes a month, judging by the last 90 days.'),
    ).toBeVisible();
    await user.click(following);
    expect(
      screen.getByRole('button', { name: 'Follow Renting out', pressed: false }),
    ).toBeVisible();
  });

  test('every tag leads to the search for it and can be followed, in each spelling', async () => {
    showSession({});
    const data = exampleUserData({ topics_followed: ['domain:munca'] });
    const article = exampleArticle({
      domains: ['chirii', 'Muncă'],
      domain_keys: ['chirii', 'munca'],
    });
    fakeServer({
      [path]: { body: [article] },
      '/topics': { body: [{ id: 'inchirieri', name: { ro: 'Chirii', en: 'Renting' } }] },
      '/users/user-data/uid1': { body: data },
    });
    renderApp({ element });
    const tags = within(await screen.findByRole('region', { name: 'Tags' }));
    await userEvent.click(tags.getByRole('heading', { name: 'Tags' }));
    expect(
      await tags.findByRole('button', { name: 'Follow “Muncă”', pressed: true }),
    ).toBeVisible();
    expect(tags.getByRole('button', { name: 'Follow “renting”', pressed: false })).toBeVisible();
    expect(tags.getByRole('link', { name: 'Muncă' })).toHaveAttribute(
      'href',
      '/app?screen=search&domain=Munc%C4%83',
    );
  });
});
