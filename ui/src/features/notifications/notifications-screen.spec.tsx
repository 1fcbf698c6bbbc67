import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { receiveNotifications } from '../../api/notifications.ts';
import { exampleArticle } from '../../test/example-article.ts';
import { concerned, exampleReport } from '../../test/example-concerns.ts';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeIntersectionObserver } from '../../test/fake-intersection-observer.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { NotificationsScreen } from './notifications-screen.tsx';

const serverIssue =
  'The law changes could not be loaded from the database. Please try again later.';
const reasons = { a: 'topic', b: 'urgent', c: 'revision', d: 'domain', e: 'concern' };
const profile = (id: string, name: string, subject: string) => ({
  ...{ id, name, skipped: [] },
  facts: { subject },
});

/** A server with these notifications. */
function serve(waiting: string[], listed = waiting) {
  const state = { waiting, listed, broken: false, read: [] as object[] };
  fakeServer({
    '/topics': {
      body: [{ id: 'inchirieri', name: { ro: 'Închirieri', en: 'Renting out' }, articles: 1 }],
    },
    '/users/user-data/uid1': () =>
      state.broken
        ? { status: 500, body: { code: 'internal', error: 'x' } }
        : {
            body: exampleUserData({
              notifications: { articles: state.waiting },
              topics_followed: ['domain:ceva nou'],
            }),
          },
    '/notifications/uid1': () =>
      state.broken
        ? { status: 500, body: { code: 'internal', error: 'x' } }
        : {
            body: state.listed.map((slug) => ({
              ...exampleArticle({ slug, title: `Law ${slug}` }),
              notified_at: '2026-03-03T09:00:00Z',
              reason: reasons[slug as keyof typeof reasons] ?? 'topic',
            })),
          },
    '/users/profiles/uid1': {
      body: [profile('p1', 'Me', 'person'), profile('p2', 'My firm', 'srl')],
    },
    '/concerns': {
      body: exampleReport({
        articles: { e: concerned('yes', 'because you have staff', { profile: 1 }) },
      }),
    },
    '/notifications/uid1/read': (_, { method }) => {
      if (method === 'DELETE') state.read = [];
      return { body: method === 'DELETE' ? {} : state.read };
    },
    '/notifications/uid1/clear': (_, { body }) => {
      state.waiting = state.waiting.filter((slug) => !body.articleIds.includes(slug));
      return { body: { cleared: true, notifications: { articles: state.waiting } } };
    },
    '/notifications/uid1/clear-article': (_, { body }) => {
      state.waiting = state.waiting.filter((slug) => slug !== body.articleId);
      return { body: { cleared: true, notifications: { articles: state.waiting } } };
    },
  });
  return state;
}

const element = <NotificationsScreen />;
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((h) => h.textContent);
const cleared = () =>
  sent.filter(({ path }) => path.endsWith('/clear-article')).map(({ body }) => body.articleId);

describe('notifications', () => {
  let observer: ReturnType<typeof fakeIntersectionObserver>;
  beforeEach(() => {
    observer = fakeIntersectionObserver();
    showSession({});
  });
  afterEach(() => vi.unstubAllGlobals());

  test("greets by name and shows each card's reason", async () => {
    serve(['a', 'b', 'c', 'd']);
    renderApp({ element });
    expect(await screen.findByText('Because you follow “Renting out”')).toBeVisible();
    expect(screen.getByText('Hello, Ana. 4 changes are waiting for you.')).toBeVisible();
    expect(screen.getByText('Urgent: sent to every reader')).toBeVisible();
    expect(screen.getByText('A new version of a law you track')).toBeVisible();
    expect(screen.getByText('Because you follow one of its tags: Ceva Nou')).toBeVisible();
    expect(screen.getAllByText('New')).toHaveLength(4);
  });

  test('a card that was looked at is cleared, and stays with its badge', async () => {
    serve(['a', 'b']);
    renderApp({ element });
    await waitFor(() => expect(observer.watched.size).toBe(2));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    observer.show(400);
    await act(() => vi.advanceTimersByTimeAsync(2050));
    vi.useRealTimers();
    await screen.findByText('Hello, Ana. One change is waiting for you.');
    expect(cleared()).toEqual(['a']);
    expect(titles()).toEqual(['Law a', 'Law b']);
    expect(screen.getAllByText('New')).toHaveLength(2);
    expect(observer.watched.size).toBe(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    observer.show(400);
    await act(() => vi.advanceTimersByTimeAsync(2050));
    vi.useRealTimers();
    // Not "everything", with new cards below.
    await screen.findByText('Hello, Ana. You have just seen what was waiting.');
    expect(screen.getAllByText('New')).toHaveLength(2);
  });

  test('what concerns the reader says why, and for which of several profiles', async () => {
    serve(['e']);
    renderApp({ element });
    expect((await screen.findByText('My firm')).parentElement).toHaveTextContent(
      'My firm: because you have staff',
    );
  });

  test('what was cleared is gone at the next visit', async () => {
    const state = serve(['a', 'b']);
    const { router } = renderApp({ element });
    await screen.findByText('Law a');
    state.waiting = state.listed = ['b'];
    await act(() => router.navigate('/elsewhere'));
    await act(() => router.navigate('/app'));
    await waitFor(() => expect(titles()).toEqual(['Law b']));
  });

  test('"mark all as read" clears all; the cards stay without their badges', async () => {
    serve(['a', 'b']);
    const user = userEvent.setup();
    renderApp({ element });
    const button = await screen.findByRole('button', { name: 'Mark all as read' });
    await user.click(button);
    expect(await screen.findByText('Everything is marked as read.')).toBeVisible();
    const calls = sent.filter(({ path }) => path.endsWith('/clear'));
    expect(calls.map(({ body }) => body)).toEqual([{ articleIds: ['a', 'b'] }]);
    expect(titles()).toEqual(['Law a', 'Law b']);
    expect(screen.queryByText('New')).toBeNull();
    expect(screen.getByText('Hello, Ana. You have just seen what was waiting.')).toBeVisible();
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });

  test('a new one comes first, and nothing else moves', async () => {
    const state = serve(['b', 'a']);
    const { queryClient } = renderApp({ element });
    await screen.findByText('Law a');
    state.waiting = state.listed = ['c', 'a'];
    act(() => receiveNotifications(queryClient, 'uid1', ['c', 'a']));
    await waitFor(() => expect(titles()).toEqual(['Law c', 'Law b', 'Law a']));
  });

  test('what was read is kept apart, with reason and day, until it is deleted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T09:00:00Z') });
    const state = serve([]);
    const read = (slug: string, reason: string, read_at: string) => {
      const { topic, domains, domain_keys } = exampleArticle({});
      const notified_at = '2026-11-01T09:00:00Z';
      return {
        slug,
        title: `Law ${slug}`,
        lang: 'ro',
        topic,
        domains,
        domain_keys,
        reason,
        read_at,
        notified_at,
      };
    };
    state.read = [
      read('a', 'topic', '2026-11-22T08:00:00Z'),
      read('b', 'urgent', '2026-11-21T21:00:00Z'),
      read('c', 'revision', '2025-11-18T09:00:00Z'),
      read('e', 'concern', '2025-11-17T09:00:00Z'),
    ];
    const user = userEvent.setup();
    renderApp({ element });
    const section = within(await screen.findByRole('region', { name: 'Read 4' }));
    expect(section.getByRole('link', { name: 'Law a' })).toHaveAttribute(
      'href',
      '/app?articleId=a',
    );
    await section.findByText(/^My firm: because/);
    expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Law aBecause you follow “Renting out” · today',
      'Law bUrgent: sent to every reader · yesterday',
      'Law cA new version of a law you track · on 18\u00a0November 2025',
      'Law eMy firm: because you have staff · on 17\u00a0November 2025',
    ]);
    expect(screen.getByText('No notifications')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Delete them now' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Read/ })).toBeNull());
    vi.useRealTimers();
  });

  test('a card on the page is not among the read ones until the reader leaves', async () => {
    const state = serve(['a']);
    const { queryClient } = renderApp({ element });
    await screen.findByText('Law a');
    const { topic, domains, domain_keys } = exampleArticle({});
    const times = { notified_at: '2026-11-01T09:00:00Z', read_at: '2026-11-01T09:00:00Z' };
    state.read = [
      {
        slug: 'a',
        title: 'Law a',
        lang: 'ro',
        topic,
        domains,
        domain_keys,
        reason: 'topic',
        ...times,
      },
    ];
    await act(() => queryClient.invalidateQueries({ queryKey: ['reader', 'uid1'] }));
    expect(screen.getAllByText('Law a')).toHaveLength(1);
  });

  test('an empty list explains what to do next', async () => {
    serve([]);
    renderApp({ element });
    expect(await screen.findByText('No notifications')).toBeVisible();
    expect(screen.getByText('Hello, Ana. You have seen everything.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the law changes' })).toHaveAttribute(
      'href',
      '/app',
    );
  });

  test('a last count of none is no proof when the server is down', async () => {
    const state = serve([]);
    const { router } = renderApp({ element });
    await screen.findByText('No notifications');
    await act(() => router.navigate('/elsewhere'));
    state.broken = true;
    await act(() => router.navigate('/app'));
    expect(await screen.findByRole('alert')).toHaveTextContent(serverIssue);
    expect(screen.queryByText(/You have seen everything/)).toBeNull();
    expect(screen.queryByText('No notifications')).toBeNull();
  });

  test('an empty list with a positive count is a server issue', async () => {
    const state = serve(['a'], []);
    const user = userEvent.setup();
    renderApp({ element });
    expect(await screen.findByRole('alert')).toHaveTextContent(serverIssue);
    state.listed = ['a'];
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Law a')).toBeVisible();
  });

  test('a failure is one, too, and is logged', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    serve(['a']).broken = true;
    renderApp({ element });
    expect(await screen.findByRole('alert')).toHaveTextContent(serverIssue);
    expect(logged).toHaveBeenCalled();
  });

  test('skeletons show until the session is known; a visitor is invited', async () => {
    serve([]);
    showSession('loading');
    renderApp({ element });
    expect(screen.getByText('Loading')).toBeInTheDocument();
    act(() => showSession('unreachable'));
    expect(screen.getByText('This page shows your own data')).toBeVisible();
    expect(screen.queryByText('Sign in to be notified in time')).toBeNull();
    act(() => showSession('signed_out'));
    expect(screen.getByText('Sign in to be notified in time')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in to follow topics' })).toHaveAttribute(
      'href',
      '/app?screen=auth',
    );
    expect(sent).toEqual([]);
  });
});
