import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Session } from '../api/session.ts';
import { exampleReader } from '../test/example-reader.ts';
import { renderApp } from '../test/render-app.tsx';
import { SideNav } from './side-nav.tsx';

const now = vi.hoisted(() => ({ session: { status: 'signed_out' } as Session, left: false }));
vi.mock('../api/session.ts', async (original) => ({
  ...(await original<typeof import('../api/session.ts')>()),
  useSession: () => now.session,
  signOut: async () => {
    now.left = true;
  },
}));

function links() {
  const nav = screen.getByRole('navigation', { name: 'Main navigation' });
  return Object.fromEntries(
    within(nav)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  );
}

test('a visitor: the avatar leads to Auth and there is nothing to sign out of', () => {
  now.session = { status: 'signed_out' };
  renderApp({ at: '/app?screen=chat', element: <SideNav /> });
  expect(links()).toEqual({
    '§Paragraf': '/app',
    Home: '/app',
    Search: '/app',
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
  now.session = { status: 'signed_in', reader };
  const user = userEvent.setup();
  const { address } = renderApp({ element: <SideNav /> });
  expect(links()).toMatchObject({ AMProfile: '/app?screen=profile' });
  expect(screen.getByRole('link', { name: /^Notifications/ })).toHaveTextContent('3 unread');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(address()).toBe('/app?screen=auth');
  expect(now.left).toBe(true);
});

test('the address of the language is carried on, and the search keeps the filters', () => {
  now.session = { status: 'signed_out' };
  renderApp({ at: '/app?importance=5&lang=ro', element: <SideNav /> });
  expect(links()).toMatchObject({
    Home: '/app?lang=ro',
    Search: '/app?importance=5&lang=ro',
    About: '/app?screen=about&lang=ro',
  });
});
