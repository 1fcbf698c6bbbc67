import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queries } from '../api/queries.ts';
import { readerQueries } from '../api/reader-queries.ts';
import { exampleArticle } from '../test/example-article.ts';
import { exampleUserData } from '../test/example-user-data.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { toasts } from '../ui/toast.ts';
import { ArticleMarks } from './article-marks.tsx';

const { slug } = exampleArticle();

/* The marks of a cached article, as on its screen. */
function Card() {
  const { data } = useQuery(queries.article(slug, 'en'));
  const article = data?.at(-1);
  return article ? <ArticleMarks article={article} /> : null;
}

const like = () => screen.findByRole('button', { name: /^Like/ });
const likesSent = () => sent.filter(({ path }) => path === '/users/like-article');

/** A server that stores marks and answers a like when the test allows it. */
function serve({ held = false, liked = [] as string[] } = {}) {
  const marks = { liked, likes: 21 };
  const waiting: Array<() => void> = [];
  fakeServer({
    [`/lawchanges/${slug}`]: () => ({ body: [exampleArticle({ likes: marks.likes })] }),
    '/users/user-data/uid1': () => ({ body: exampleUserData({ liked_law_changes: marks.liked }) }),
    '/users/bookmark-article': { body: { bookmarked: true, bookmarks: 3 } },
    '/users/like-article': async (_, { body }) => {
      if (held) await new Promise<void>((go) => waiting.push(go));
      marks.likes += Number(body.liked) - Number(marks.liked.includes(slug));
      marks.liked = body.liked ? [slug] : [];
      return { body: { liked: body.liked, likes: marks.likes } };
    },
  });
  return { marks, answer: () => waiting.shift()?.() };
}

beforeEach(() => showSession({}));

describe('a toggle', () => {
  test("flips at once with its count, then shows the server's state", async () => {
    const { marks, answer } = serve({ held: true });
    const user = userEvent.setup();
    const { queryClient } = renderApp({ element: <Card /> });
    const button = await like();
    await waitFor(() =>
      expect(queryClient.getQueryData(readerQueries.userData('uid1').queryKey)).toBeDefined(),
    );
    marks.likes = 30;
    await user.click(button);
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(button).toHaveTextContent('22');
    expect(button).toHaveClass('lit');
    answer();
    await waitFor(() => expect(button).toHaveTextContent('31'));
    expect(button).toHaveAccessibleName('Like 31 (readers who like this): Un exemplu de lege');
    expect(likesSent()).toEqual([
      expect.objectContaining({
        body: { userId: 'uid1', articleId: slug, liked: true },
        authorization: 'Bearer token-1',
      }),
    ]);
  });

  test('asks for the user data again afterwards', async () => {
    serve();
    const user = userEvent.setup();
    renderApp({ element: <Card /> });
    await user.click(await like());
    await waitFor(() =>
      expect(sent.map(({ path }) => path).slice(-2)).toEqual([
        '/users/like-article',
        '/users/user-data/uid1',
      ]),
    );
  });

  test("without the reader's data says that nothing was kept", async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    fakeServer({
      [`/lawchanges/${slug}`]: { body: [exampleArticle()] },
      '/users/user-data/uid1': { status: 401, body: { code: 'invalid_user_token', error: 'x' } },
    });
    const user = userEvent.setup();
    renderApp({ element: <Card /> });
    const button = await like();
    await user.click(button);
    await waitFor(() =>
      expect(toasts.current()?.text).toMatch(/^Your account’s data could not be loaded/),
    );
    expect(button).toHaveAttribute('aria-pressed', 'false');
    expect(likesSent()).toEqual([]);
  });

  test('on a failure goes back without a word', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let refuse = () => {};
    fakeServer({
      [`/lawchanges/${slug}`]: { body: [exampleArticle()] },
      '/users/user-data/uid1': { body: exampleUserData() },
      '/users/like-article': async () => {
        await new Promise<void>((go) => {
          refuse = go;
        });
        return { status: 500, body: { code: 'internal', error: 'x' } };
      },
    });
    const user = userEvent.setup();
    renderApp({ element: <Card /> });
    const button = await like();
    await waitFor(() => expect(sent.some(({ path }) => path.startsWith('/users/'))).toBe(true));
    await user.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
    refuse();
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'false'));
    expect(button).toHaveTextContent('21');
    expect(logged).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    [2, 'false', [true, false], '21'],
    [3, 'true', [true], '22'],
  ])('%d rapid presses end in the last state', async (presses, pressed, requests, count) => {
    const { answer } = serve({ held: true });
    const user = userEvent.setup();
    renderApp({ element: <Card /> });
    const button = await like();
    await user.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
    for (let press = 1; press < presses; press += 1) await user.click(button);
    expect(button).toHaveAttribute('aria-pressed', pressed);
    expect(likesSent()).toHaveLength(1);
    answer();
    await waitFor(() => expect(likesSent()).toHaveLength(requests.length));
    answer();
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/users/user-data/uid1'));
    expect(likesSent().map(({ body }) => body.liked)).toEqual(requests);
    expect(button).toHaveAttribute('aria-pressed', pressed);
    expect(button).toHaveTextContent(count);
  });

  test('what was on before is shown without the highlight', async () => {
    serve({ liked: [slug] });
    const user = userEvent.setup();
    renderApp({ element: <Card /> });
    const button = await like();
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
    expect(button).not.toHaveClass('lit');
    await user.click(button);
    expect(button).toHaveAttribute('aria-pressed', 'false');
    expect(button).not.toHaveClass('lit');
    expect(button).toHaveTextContent('20');
  });

  test('a pending mark is not undone by the answer about another', async () => {
    const { answer } = serve({ held: true });
    const user = userEvent.setup();
    renderApp({ element: <Card /> });
    const button = await like();
    await user.click(button);
    await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'));
    const asked = () => sent.filter(({ path }) => path === '/users/user-data/uid1').length;
    const before = asked();
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(asked()).toBe(before + 1));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Save/ })).toHaveTextContent('3'),
    );
    expect(button).toHaveAttribute('aria-pressed', 'true');
    expect(likesSent()).toHaveLength(1);
    answer();
    await waitFor(() => expect(asked()).toBe(before + 2));
    expect(button).toHaveAttribute('aria-pressed', 'true');
  });
});
