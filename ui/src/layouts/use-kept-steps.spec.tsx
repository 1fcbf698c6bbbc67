import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { deviceSteps } from '../hooks/device-steps.ts';
import { useAllDone, useTick } from '../hooks/done-steps.ts';
import { exampleUserData } from '../test/example-user-data.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { useKeptSteps } from './use-kept-steps.ts';

let tick: ReturnType<typeof useTick>;

function App() {
  useKeptSteps();
  tick = useTick();
  return <output>{JSON.stringify(useAllDone())}</output>;
}

const shown = () => JSON.parse(screen.getByRole('status').textContent || 'null');

function serve(status = 200) {
  const done: Record<string, string[]> = { 'lege-1': ['depune'] };
  fakeServer({
    '/users/user-data/uid1': () => ({ body: exampleUserData({ done_steps: done }) }),
    '/users/done-steps': (_, { body }) => {
      for (const [slug, ids] of Object.entries<string[]>(status === 200 ? body.steps : {})) {
        done[slug] = [...(done[slug] ?? []), ...ids];
      }
      return { status, body: { done_steps: done } };
    },
  });
}

beforeEach(() => {
  window.localStorage.setItem('paragraf::done', '{}');
  showSession('signed_out');
});

test('the ticks of the device join those of the account at sign-in, and leave the device', async () => {
  serve();
  renderApp({ element: <App /> });
  act(() => tick('lege-2', 'plateste', true));
  expect(shown()).toEqual({ 'lege-2': ['plateste'] });
  expect(sent).toEqual([]);
  act(() => showSession({}));
  await waitFor(() => expect(deviceSteps.get()).toEqual({}));
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { userId: 'uid1', done: true, steps: { 'lege-2': ['plateste'] } },
  ]);
  expect(shown()).toEqual({ 'lege-1': ['depune'], 'lege-2': ['plateste'] });
});

test('the next reader of the device sees nothing of the account', async () => {
  serve();
  showSession({});
  renderApp({ element: <App /> });
  await waitFor(() => expect(shown()).toEqual({ 'lege-1': ['depune'] }));
  act(() => tick('lege-1', 'verifica', true));
  await waitFor(() => expect(shown()).toEqual({ 'lege-1': ['depune', 'verifica'] }));
  act(() => showSession('signed_out'));
  expect(shown()).toEqual({});
  expect(window.localStorage.getItem('paragraf::done')).toBe('{}');
});

test('ticks that the server does not take stay on the device, and can be taken back', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  serve(503);
  deviceSteps.set('lege-2', 'plateste', true);
  showSession({});
  renderApp({ element: <App /> });
  await waitFor(() => expect(warned).toHaveBeenCalled());
  await waitFor(() => expect(shown()).toEqual({ 'lege-1': ['depune'], 'lege-2': ['plateste'] }));
  act(() => tick('lege-2', 'plateste', false));
  expect(shown()).toEqual({ 'lege-1': ['depune'] });
  expect(deviceSteps.get()).toEqual({});
});
