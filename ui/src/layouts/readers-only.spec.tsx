import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { sessionCalls, showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { ReadersOnly } from './readers-only.tsx';

const element = (
  <ReadersOnly>
    <p>mine</p>
  </ReadersOnly>
);
const at = '/app?screen=liked&lang=en';
beforeEach(() => showSession('loading'));

test('a reader gets the screen once the session is known', () => {
  const { address } = renderApp({ at, element });
  expect(screen.queryByText('mine')).toBeNull();
  act(() => showSession({}));
  expect(screen.getByText('mine')).toBeVisible();
  expect(address()).toBe(at);
});

test('a visitor meets Auth, and comes back here after signing in', async () => {
  const { address } = renderApp({ at, element });
  act(() => showSession('signed_out'));
  await waitFor(() => expect(address()).toBe('/app?screen=auth&lang=en'));
  expect(window.sessionStorage.getItem('paragraf::return-to')).toBe(at);
  expect(screen.queryByText('mine')).toBeNull();
});

test('signing out here leaves no return address', async () => {
  const { address } = renderApp({ at, element });
  act(() => showSession({}));
  act(() => showSession('signed_out'));
  await waitFor(() => expect(address()).toBe('/app?screen=auth&lang=en'));
  expect(window.sessionStorage.getItem('paragraf::return-to')).toBeNull();
});

test('a reader whose server does not answer waits here and gets the screen by itself', async () => {
  const user = userEvent.setup();
  const { address } = renderApp({ at, element });
  act(() => showSession('unreachable'));
  expect(screen.getByRole('status')).toHaveTextContent('This page shows your own data');
  expect(address()).toBe(at);
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/app?screen=auth&lang=en',
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(sessionCalls.restored).toBe(1);
  act(() => showSession({}));
  expect(screen.getByText('mine')).toBeVisible();
  expect(address()).toBe(at);
});
