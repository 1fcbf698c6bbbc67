import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { searchTopic } from '../api/follow-names.ts';
import { exampleUserData } from '../test/example-user-data.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { Follow } from './follow.tsx';
import { FollowDeadline } from './follow-deadline.tsx';

function serve(volume: unknown = { body: { articles: 9, days: 90 } }) {
  const state = { followed: [] as string[] };
  return fakeServer({
    '/topics': { body: [] },
    '/users/user-data/uid1': () => ({ body: exampleUserData({ topics_followed: state.followed }) }),
    '/follows/volume': volume as { body: unknown },
    '/users/follow-topic': (_, { body }) => {
      state.followed = body.followed ? [body.topicId] : [];
      return { body: { followed: body.followed, topics_followed: state.followed } };
    },
    '/users/follows/uid1': (_, { body }) => ({
      body: [{ since: '2026-01-10T09:00:00Z', ...body }],
    }),
  });
}

const posts = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

test('shows what a follow would bring before it saves it with the chosen importance', async () => {
  const asked = serve();
  showSession({});
  const user = userEvent.setup();
  renderApp({ element: <Follow name="act:lege-31-1990" subject="Law no. 31/1990" /> });
  const button = screen.getByRole('button', { name: 'Follow “Law no. 31/1990”' });
  await user.click(button);
  expect(await screen.findByText('About 3 changes a month, from the last 90 days.')).toBeVisible();
  expect(posts()).toEqual([]);
  await user.selectOptions(screen.getByLabelText('Minimum importance'), '4');
  const volume = '/follows/volume?name=act%3Alege-31-1990&importance_from=4';
  await waitFor(() => expect(asked).toContain(volume));
  await user.click(screen.getByRole('button', { name: 'Follow' }));
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()).toMatchObject([
    { userId: 'uid1', topicId: 'act:lege-31-1990', followed: true },
    { name: 'act:lege-31-1990', importance_from: 4 },
  ]);
  expect(await screen.findByRole('button', { pressed: true })).toBeVisible();
});

test('leaving the dialog follows nothing, and a count that fails does not keep from following', async () => {
  serve({ status: 503, body: { code: 'unavailable' } });
  showSession({});
  const user = userEvent.setup();
  renderApp({ element: <Follow name="munca" subject="Employment" /> });
  await user.click(screen.getByRole('button', { name: 'Follow “Employment”' }));
  expect(await screen.findByText('The changes it would bring could not be counted.')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()).toEqual([]);
});

test('a deadline is followed at once, with all its days', async () => {
  serve();
  showSession({});
  const user = userEvent.setup();
  renderApp({ element: <FollowDeadline id="duty.d112-monthly.2026-12" title="Return 112" /> });
  await user.click(screen.getByRole('button', { name: 'Follow “Return 112”' }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]).toMatchObject({ topicId: 'deadline:duty.d112-monthly', followed: true });
});

test('a visitor is led to Auth, and the follow is kept for after it', async () => {
  serve();
  showSession('signed_out');
  const user = userEvent.setup();
  const name = searchTopic({ q: 'Chirie  mică', topic: 'munca', importance: 4 });
  expect(name).toBe('search:importance=4&q=chirie+mic%C4%83&topic=munca');
  const { address } = renderApp({ element: <Follow name={name} subject="chirie" /> });
  await user.click(screen.getByRole('button', { name: 'Follow “chirie”' }));
  expect(address()).toBe('/app?screen=auth');
  expect(JSON.parse(window.sessionStorage.getItem('paragraf::intent') ?? '')).toEqual({
    kind: 'follow',
    id: name,
  });
});
