import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import * as sessions from '../api/session.ts';
import { exampleReader } from '../test/example-reader.ts';
import { renderApp } from '../test/render-app.tsx';
import { SideNav } from './side-nav.tsx';

const signedOut: sessions.Session = { status: 'signed_out' };
const show = (session: sessions.Session) =>
  vi.spyOn(sessions, 'useSession').mockReturnValue(session);

function links() {
  const nav = screen.getByRole('navigation', { name: 'Main navigation' });
  return Object.fromEntries(
    within(nav)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  );
}

test('a visitor: the avatar leads to Auth and there is nothing to sign out of', () => {
  show(signedOut);
  renderApp({ at: '/app?screen=chat', element: <SideNav /> });
  expect(links()).toEqual({
    '§Paragraf': '/app',
    Home: '/app',
    Search: '/app?screen=search',
    Deadlines: '/app?screen=deadlines',
    Notifications: '/app?screen=notifications',
    Assistant: '/app?screen=chat',
    About: '/app?screen=about',
    Options: '/app?screen=options',
    'Sign in': '/app?screen=auth',
  });
  expect(screen.getByRole('link', { name: 'Assistant' })).toHaveAttribute('aria-current', 'page');
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
});

test('a reader: the count, the profile, and signing out leads to Auth', async () => {
  const reader = exampleReader({ displayName: 'Ana Maria Pop', notificationCount: 3 });
  show({ status: 'signed_in', reader });
  const signOut = vi.spyOn(sessions, 'signOut').mockResolvedValue();
  const logged = vi.spyOn(console, 'info').mockImplementation(() => {});
  const user = userEvent.setup();
  const { address } = renderApp({ element: <SideNav /> });
  expect(links()).toMatchObject({ AMProfile: '/app?screen=profile' });
  expect(screen.getByRole('link', { name: /^Notifications/ })).toHaveTextContent('3 unread');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(address()).toBe('/app?screen=auth');
  expect(signOut).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledWith('Signed out.');
});

test('an operator has the desk and the page of the server, an editor only the desk', () => {
  show({ status: 'signed_in', reader: exampleReader({ isEditor: true, isOperator: true }) });
  const { unmount } = renderApp({ element: <SideNav /> });
  expect(links()).toMatchObject({
    Desk: '/app?screen=desk',
    Administration: '/app?screen=operator',
  });
  unmount();
  show({ status: 'signed_in', reader: exampleReader({ isEditor: true }) });
  renderApp({ element: <SideNav /> });
  expect(Object.keys(links())).toContain('Desk');
  expect(Object.keys(links())).not.toContain('Administration');
});

test('the address of the language is carried on', () => {
  show(signedOut);
  renderApp({ at: '/app?importance=5&lang=ro', element: <SideNav /> });
  expect(links()).toMatchObject({
    Home: '/app?lang=ro',
    Search: '/app?screen=search&lang=ro',
    About: '/app?screen=about&lang=ro',
  });
});
