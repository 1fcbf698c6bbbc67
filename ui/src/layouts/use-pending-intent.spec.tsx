import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ArticleMarks } from '../parts/article-marks.tsx';
import { FollowDomain } from '../parts/follow-domain.tsx';
import { exampleArticle } from '../test/example-article.ts';
import { exampleUserData } from '../test/example-user-data.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { toasts } from '../ui/toast.ts';
import { usePendingIntent } from './use-pending-intent.ts';

const article = exampleArticle();

function App() {
  usePendingIntent();
  return (
    <>
      <ArticleMarks article={article} />
      <FollowDomain tag={{ name: 'chirii', follow: 'domain:chirii' }} />
    </>
  );
}

function serve(liked: string[] = []) {
  fakeServer({
    '/users/user-data/uid1': { body: exampleUserData({ liked_law_changes: liked }) },
    '/users/like-article': { body: { liked: true, likes: 22 } },
    '/users/follow-topic': { body: { followed: true, topics_followed: [] } },
  });
}

const posts = () => sent.filter(({ method }) => method === 'POST');
const kept = (key: string) => window.sessionStorage.getItem(`paragraf::${key}`);

test("a visitor's press leads to Auth and is carried out once after signing in", async () => {
  serve();
  showSession('signed_out');
  const user = userEvent.setup();
  const { address, router } = renderApp({ at: '/app?importance=5&lang=en', element: <App /> });
  await user.click(screen.getByRole('button', { name: /^Like/ }));
  expect(address()).toBe('/app?screen=auth&lang=en');
  expect(kept('return-to')).toBe('/app?importance=5&lang=en');
  expect(JSON.parse(kept('intent') ?? '')).toEqual([{ kind: 'like', id: article.slug }]);

  act(() => showSession({}));
  expect(posts()).toEqual([]);
  await act(() => router.navigate(kept('return-to') ?? ''));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]?.body).toEqual({ userId: 'uid1', articleId: article.slug, liked: true });
  expect(kept('intent')).toBeNull();

  await act(() => router.navigate('/app?screen=chat'));
  await act(() => router.navigate('/app'));
  expect(posts()).toHaveLength(1);
});

test('what the reader had liked already stays liked', async () => {
  serve([article.slug]);
  showSession('signed_out');
  const user = userEvent.setup();
  const { router } = renderApp({ element: <App /> });
  await user.click(screen.getByRole('button', { name: /^Like/ }));
  act(() => showSession({}));
  await act(() => router.navigate('/app'));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true'),
  );
  expect(posts()).toEqual([]);
});

test('an abandoned sign-in drops the intent', async () => {
  serve();
  showSession('signed_out');
  const user = userEvent.setup();
  const { router } = renderApp({ element: <App /> });
  await user.click(screen.getByRole('button', { name: /^Like/ }));
  await act(() => router.navigate('/app'));
  expect(kept('intent')).toBeNull();
  expect(kept('return-to')).toBeNull();
  act(() => showSession({}));
  expect(await screen.findByRole('button', { name: /^Like/ })).toBeVisible();
  expect(posts()).toEqual([]);
});

test('a press waits until the session is known', async () => {
  serve();
  showSession('loading');
  const user = userEvent.setup();
  const { address } = renderApp({ element: <App /> });
  await user.click(screen.getByRole('button', { name: 'Follow “renting”' }));
  expect(address()).toBe('/app');
  expect(posts()).toEqual([]);
  act(() => showSession({}));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]).toMatchObject({
    path: '/users/follow-topic',
    body: { userId: 'uid1', topicId: 'domain:chirii', followed: true },
  });
});

test('a press outlives the button that was pressed', async () => {
  serve();
  showSession('loading');
  const user = userEvent.setup();
  const { unmount } = renderApp({ element: <App /> });
  await user.click(screen.getByRole('button', { name: 'Follow “renting”' }));
  unmount();
  act(() => showSession({}));
  await waitFor(() => expect(posts()).toHaveLength(1));
});

test('and leads to Auth when signed out', async () => {
  serve();
  showSession('loading');
  const user = userEvent.setup();
  const { address } = renderApp({ element: <App /> });
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  act(() => showSession('signed_out'));
  await waitFor(() => expect(address()).toBe('/app?screen=auth'));
  expect(JSON.parse(kept('intent') ?? '')).toEqual([{ kind: 'bookmark', id: article.slug }]);
});

test('what stands in the memory is not trusted', async () => {
  serve();
  showSession({});
  for (const intent of [
    '{',
    '[{"kind":"delete","id":"a"}]',
    '[{"kind":"like"}]',
    '[]',
    '{}',
    '7',
  ]) {
    window.sessionStorage.setItem('paragraf::intent', intent);
    const { unmount } = renderApp({ element: <App /> });
    expect(kept('intent')).toBeNull();
    unmount();
  }
  expect(posts()).toEqual([]);
});

test('a press while the server does not answer changes nothing, and says so', async () => {
  serve();
  showSession('loading');
  const user = userEvent.setup();
  const { address } = renderApp({ element: <App /> });
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await user.click(screen.getByRole('button', { name: /^Like/ }));
  act(() => showSession('unreachable'));
  expect(toasts.current()?.text).toMatch(/nothing was changed/);
  expect(address()).toBe('/app');
  expect(kept('intent')).toBeNull();
  act(() => showSession({}));
  expect(posts()).toEqual([]);
});
