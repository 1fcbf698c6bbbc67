import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as sessions from '../api/session.ts';
import { exampleReader } from '../test/example-reader.ts';
import { renderApp } from '../test/render-app.tsx';
import { BottomBar } from './bottom-bar.tsx';

const show = (session: sessions.Session) =>
  vi.spyOn(sessions, 'useSession').mockReturnValue(session);
const places = () => within(screen.getByRole('navigation', { name: 'Places' }));

test('five places; the current one is marked, and an account is behind the last', () => {
  show({ status: 'signed_out' });
  renderApp({ at: '/app?screen=deadlines', element: <BottomBar /> });
  expect(
    places()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Home', '/app'],
    ['Search', '/app?screen=search'],
    ['Deadlines', '/app?screen=deadlines'],
    ['News', '/app?screen=notifications'],
    ['Account', '/app?screen=auth'],
  ]);
  expect(places().getByRole('link', { current: 'page' })).toHaveTextContent('Deadlines');
});

test('a reader has the unread count, spoken too, and the profile', () => {
  show({ status: 'signed_in', reader: exampleReader({ notificationCount: 2 }) });
  renderApp({ at: '/app', element: <BottomBar /> });
  expect(places().getByRole('link', { name: /^News/ })).toHaveTextContent(/2 unread/);
  expect(places().getByRole('link', { name: 'Account' })).toHaveAttribute(
    'href',
    '/app?screen=profile',
  );
});

test('an article has its own bar: there are never two', () => {
  show({ status: 'signed_out' });
  renderApp({ at: '/app?articleId=a', element: <BottomBar /> });
  expect(screen.queryByRole('navigation', { name: 'Places' })).toBeNull();
});
