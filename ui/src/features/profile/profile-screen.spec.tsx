import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { UserData } from '../../api/reader.ts';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { sessionCalls, showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ProfileScreen } from './profile-screen.tsx';

vi.mock('../../api/session.ts', () => import('../../test/fake-session.ts'));

function serve(data: Partial<UserData>) {
  const state = { data: exampleUserData(data), broken: false };
  fakeServer({
    '/topics': {
      body: [{ id: 'munca', name: { ro: 'Muncă și salarii', en: 'Employment' }, articles: 1 }],
    },
    '/users/user-data/uid1': () =>
      state.broken ? { status: 500, body: { code: 'internal' } } : { body: state.data },
    '/users/follow-topic': (_, { body }) => {
      state.data = { ...state.data, topics_followed: body.followed ? [body.topicId] : [] };
      return { body: { followed: body.followed, topics_followed: state.data.topics_followed } };
    },
  });
  return state;
}

const element = <ProfileScreen />;
beforeEach(() => showSession({}));

test('shows name, masked address, counts and links', async () => {
  serve({ liked_law_changes: ['a', 'b'], bookmarks: ['a'], articles_tracked: ['a'] });
  renderApp({ element });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ana Pop');
  expect(screen.getByText('a*****p@example.ro')).toBeVisible();
  expect(document.body).not.toHaveTextContent('ana.pop@');
  expect(
    await screen.findByRole('link', { name: /^Liked Changes\s*2 law changes liked$/ }),
  ).toHaveAttribute('href', '/app?screen=liked');
  expect(
    screen.getByRole('link', { name: /^Bookmarked Changes\s*1 law change saved$/ }),
  ).toHaveAttribute('href', '/app?screen=bookmarks');
  expect(screen.getByRole('link', { name: 'Account' })).toHaveAttribute(
    'href',
    '/app?screen=account',
  );
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/app');
  expect(screen.getByText('You also track 1 law.')).toBeVisible();
  for (const title of ['Compliance Guru', 'Legal Eagle', 'Law Aficionado']) {
    expect(screen.getByText(title)).toBeVisible();
  }
});

test('a topic that is left stays in sight, and can be followed again', async () => {
  serve({ topics_followed: ['munca'] });
  const user = userEvent.setup();
  renderApp({ element });
  const topic = await screen.findByRole('button', { name: 'Follow “Employment”' });
  expect(topic).toHaveAttribute('aria-pressed', 'true');
  await user.click(topic);
  await waitFor(() => expect(sent.at(-1)?.path).toBe('/users/user-data/uid1'));
  expect(topic).toHaveAttribute('aria-pressed', 'false');
  await user.click(topic);
  await waitFor(() => expect(topic).toHaveAttribute('aria-pressed', 'true'));
  const requests = sent.filter(({ path }) => path === '/users/follow-topic');
  expect(requests.map(({ body }) => body.followed)).toEqual([false, true]);
});

test('a reader who follows nothing sees how to start', async () => {
  serve({});
  renderApp({ element });
  expect(await screen.findByText(/^You do not follow anything yet/)).toBeVisible();
});

test('data that does not come can be asked for again; signing out always works', async () => {
  const state = serve({ bookmarks: ['a', 'b'] });
  state.broken = true;
  const user = userEvent.setup();
  renderApp({ element });
  const alert = await screen.findByRole('alert');
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
  state.broken = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2 law changes saved')).toBeInTheDocument();
});

test('signing out opens Auth even when the server does not answer', async () => {
  serve({});
  sessionCalls.signOutFails = true;
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const user = userEvent.setup();
  const { address } = renderApp({ element });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(logged).toHaveBeenCalledOnce());
  expect(address()).toBe('/app?screen=auth');
  expect(sessionCalls.signedOut).toBe(1);
  expect(screen.queryByRole('alert')).toBeNull();
});
