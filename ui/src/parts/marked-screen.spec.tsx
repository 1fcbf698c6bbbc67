import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Bookmark, Heart } from 'lucide-react';
import { beforeEach, expect, test, vi } from 'vitest';
import { exampleArticle } from '../test/example-article.ts';
import { exampleUserData } from '../test/example-user-data.ts';
import { fakeServer } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { MarkedScreen } from './marked-screen.tsx';

function serve(bookmarks: string[]) {
  const state = { bookmarks, broken: false };
  const articles = () =>
    state.bookmarks.map((slug) => exampleArticle({ slug, title: `Law ${slug}` }));
  fakeServer({
    '/users/user-data/uid1': () => ({ body: exampleUserData({ bookmarks: state.bookmarks }) }),
    '/users/bookmarked-articles/uid1': () =>
      state.broken ? { status: 500, body: { code: 'internal' } } : { body: articles() },
    '/users/liked-articles/uid1': { body: [] },
    '/users/bookmark-article': (_, { body }) => {
      state.bookmarks = state.bookmarks.filter((slug) => slug !== body.articleId);
      return { body: { bookmarked: body.bookmarked, bookmarks: 1 } };
    },
  });
  return state;
}

const element = <MarkedScreen list="bookmarks" icon={Bookmark} />;
const titles = () => screen.queryAllByRole('heading', { level: 3 }).map((h) => h.textContent);
beforeEach(() => showSession({}));

test('the avatar leads to the profile, the cards to their articles', async () => {
  serve(['a']);
  renderApp({ element });
  expect(await screen.findByRole('link', { name: 'Law a' })).toHaveAttribute(
    'href',
    '/app?articleId=a',
  );
  const avatar = screen.getByRole('link', { name: 'Profile' });
  expect(avatar).toHaveAttribute('href', '/app?screen=profile');
  // A name of its own would hide the initials that are seen.
  expect(avatar).not.toHaveAttribute('aria-label');
});

test('a card whose mark is taken away stays until the screen is left', async () => {
  serve(['a', 'b']);
  const user = userEvent.setup();
  const { router } = renderApp({ element });
  await screen.findByText('Law a');
  const [first] = screen.getAllByRole('button', { name: /^Save/ });
  if (!first) throw new Error('no card');
  await waitFor(() => expect(first).toHaveAttribute('aria-pressed', 'true'));
  await user.click(first);
  await waitFor(() => expect(first).toHaveAccessibleName('Save 1 (reader who saved this): Law a'));
  expect(first).toHaveAttribute('aria-pressed', 'false');
  expect(titles()).toEqual(['Law a', 'Law b']);

  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/app'));
  await waitFor(() => expect(titles()).toEqual(['Law b']));
});

test.each([
  ['bookmarks', Bookmark, 'Nothing saved yet'],
  ['liked', Heart, 'Nothing liked yet'],
] as const)('an empty list says what to do: %s', async (list, icon, title) => {
  serve([]);
  renderApp({ element: <MarkedScreen list={list} icon={icon} /> });
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the law changes' })).toHaveAttribute('href', '/app');
});

test('a failure can be tried again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const state = serve(['a']);
  state.broken = true;
  const user = userEvent.setup();
  renderApp({ element });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  state.broken = false;
  await user.click(retry);
  expect(await screen.findByText('Law a')).toBeVisible();
});
