import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { deviceInterests } from '../hooks/device-interests.ts';
import { exampleUserData } from '../test/example-user-data.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { useKeptInterests } from './use-kept-interests.ts';

function App() {
  useKeptInterests();
  return null;
}

test('the choice of a visitor is followed at sign-in and leaves the device', async () => {
  const followed: string[] = ['munca'];
  fakeServer({
    '/users/user-data/uid1': () => ({ body: exampleUserData({ topics_followed: followed }) }),
    '/users/follow-topic': (_, { body }) => {
      followed.push(body.topicId);
      return { body: { followed: true, topics_followed: followed } };
    },
  });
  showSession('signed_out');
  deviceInterests.set(['inchirieri', 'munca']);
  renderApp({ element: <App /> });
  expect(sent).toEqual([]);
  act(() => showSession({}));
  await waitFor(() => expect(deviceInterests.get()).toEqual([]));
  const posts = sent.filter(({ method }) => method === 'POST');
  expect(posts.map(({ body }) => body)).toEqual([
    { userId: 'uid1', topicId: 'inchirieri', followed: true },
  ]);
});

test('a topic that the server refuses stays on the device', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeServer({
    '/users/user-data/uid1': { body: exampleUserData() },
    '/users/follow-topic': { status: 503, body: { code: 'unavailable' } },
  });
  showSession({});
  deviceInterests.set(['inchirieri']);
  renderApp({ element: <App /> });
  await waitFor(() => expect(warned).toHaveBeenCalled());
  expect(deviceInterests.get()).toEqual(['inchirieri']);
});
