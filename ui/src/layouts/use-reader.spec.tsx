import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fulfil } from '../api/marks.ts';
import * as stream from '../api/notification-stream.ts';
import { readerQueries } from '../api/reader-queries.ts';
import { unreadCount, useSession } from '../api/session.ts';
import { usePage } from '../hooks/use-page.ts';
import { useMarked } from '../hooks/use-user-data.ts';
import { exampleUserData } from '../test/example-user-data.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { useReader } from './use-reader.ts';

function Page() {
  useReader();
  usePage('Home');
  return <p>{unreadCount(useSession())} unread</p>;
}

type Follow = typeof stream.followNotifications;
const streams = () => vi.mocked(stream.followNotifications).mock.calls as Array<Parameters<Follow>>;
const open = () => streams().filter(([, , signal]) => !signal.aborted);

function turn(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

beforeEach(() => {
  vi.spyOn(stream, 'followNotifications').mockReturnValue(new Promise(() => {}));
  fakeServer({
    '/users/user-data/uid1': {
      body: exampleUserData({ notifications: { articles: ['a', 'b'], offers: ['c'] } }),
    },
  });
});

test('notifications are counted over all lists and in the title', async () => {
  showSession({});
  renderApp({ element: <Page /> });
  expect(await screen.findByText('3 unread')).toBeVisible();
  expect(document.title).toBe('(3) Home · Paragraf');
});

test('the stream changes the count at once; one stream per page', async () => {
  showSession({});
  renderApp({ element: <Page /> });
  await screen.findByText('3 unread');
  await waitFor(() => expect(open()).toHaveLength(1));
  act(() => streams()[0]?.[1](['a', 'b', 'd']));
  expect(await screen.findByText('4 unread')).toBeVisible();
  act(() => streams()[0]?.[1]([]));
  expect(await screen.findByText('1 unread')).toBeVisible();
});

test('a page that is hidden for a minute hears nothing, until it is looked at again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  showSession({});
  const { unmount } = renderApp({ element: <Page /> });
  await vi.waitFor(() => expect(open()).toHaveLength(1), { timeout: 20_000 });
  turn('hidden');
  act(() => vi.advanceTimersByTime(59_000));
  expect(open()).toHaveLength(1);
  act(() => vi.advanceTimersByTime(1_000));
  expect(open()).toHaveLength(0);
  turn('visible');
  await vi.waitFor(() => expect(open()).toHaveLength(1), { timeout: 20_000 });
  unmount();
  expect(open()).toHaveLength(0);
  vi.useRealTimers();
});

test('signing out ends the stream and forgets what belonged to the reader', async () => {
  showSession({});
  const { queryClient } = renderApp({ element: <Page /> });
  await screen.findByText('3 unread');
  await waitFor(() => expect(open()).toHaveLength(1));
  act(() => showSession('signed_out'));
  expect(open()).toHaveLength(0);
  expect(queryClient.getQueryData(readerQueries.userData('uid1').queryKey)).toBeUndefined();
  expect(document.title).toBe('Home · Paragraf');
});

function Heart() {
  useReader();
  return <p>{useMarked({ kind: 'like', id: 'a' }) ? 'liked' : 'not liked'}</p>;
}

test('what is marked in another tab shows here at once, for the same account only', async () => {
  const liked = { value: [] as string[] };
  fakeServer({
    '/users/user-data/uid1': () => ({ body: exampleUserData({ liked_law_changes: liked.value }) }),
  });
  showSession({});
  const { queryClient } = renderApp({ element: <Heart /> });
  const { queryKey } = readerQueries.userData('uid1');
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
  const tab = new BroadcastChannel('paragraf::marks');
  const mark = { kind: 'like', id: 'a' };
  liked.value = ['a'];
  tab.postMessage({ uid: 'another', mark, answer: { on: false, likes: 1 } });
  tab.postMessage({ uid: 'uid1', mark, answer: { on: true, likes: 1 } });
  expect(await screen.findByText('liked')).toBeVisible();
  await waitFor(() =>
    expect(sent.filter(({ path }) => path === '/users/user-data/uid1')).toHaveLength(2),
  );
  tab.close();
});

test('a mark that the server has accepted is sent to the other tabs', async () => {
  fakeServer({
    '/users/user-data/uid1': { body: exampleUserData() },
    '/users/bookmark-article': { body: { bookmarked: true, bookmarks: 3 } },
  });
  showSession({});
  const tab = new BroadcastChannel('paragraf::marks');
  const heard = new Promise((hear) => {
    tab.onmessage = ({ data }) => hear(data);
  });
  const { queryClient } = renderApp({ element: <Page /> });
  const mark = { kind: 'bookmark', id: 'a' } as const;
  await act(() => fulfil(queryClient, 'uid1', mark));
  expect(await heard).toEqual({ uid: 'uid1', mark, answer: { on: true, bookmarks: 3 } });
  tab.close();
});
