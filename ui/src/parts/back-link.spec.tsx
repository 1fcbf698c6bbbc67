import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../test/render-app.tsx';
import { BackLink } from './back-link.tsx';

test.each([
  [null, 'Back to Home', '/app?lang=ro'],
  [{ home: '/app?importance=5' }, 'Back to Home', '/app?importance=5'],
  [{ list: 'notifications' }, 'Back to Notifications', '/app?screen=notifications&lang=ro'],
  [{ list: 'liked' }, 'Back to Liked Changes', '/app?screen=liked&lang=ro'],
  [{ list: 'bookmarks' }, 'Back to Bookmarked Changes', '/app?screen=bookmarks&lang=ro'],
  [{ search: '/app?screen=search&q=tva' }, 'Back to the search', '/app?screen=search&q=tva'],
])('who came with %j goes %s', async (state, name, href) => {
  const { router } = renderApp({ at: '/app', element: <BackLink /> });
  await act(() => router.navigate('/app?articleId=a&lang=ro', { state }));
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
});

test('back in history, so that the list is as it was left', async () => {
  const user = userEvent.setup();
  const { router, address } = renderApp({
    at: '/app?screen=notifications&x=1',
    element: <BackLink />,
  });
  const state = { list: 'notifications' };
  await act(() => router.navigate('/app?articleId=a', { state }));
  await user.click(screen.getByRole('link', { name: 'Back to Notifications' }));
  expect(address()).toBe('/app?screen=notifications&x=1');
});
