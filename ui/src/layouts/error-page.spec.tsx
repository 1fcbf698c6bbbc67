import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ErrorPage } from './error-page.tsx';

const element = <p>the app</p>;

test('an address that leads nowhere', async () => {
  const router = createMemoryRouter([{ path: '/app', element, errorElement: <ErrorPage /> }], {
    initialEntries: ['/nowhere'],
  });
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole('heading', { level: 1, name: '404 Not Found' })).toBeVisible();
  expect(screen.queryByText('Unexpected Application Error!')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/app');
  await userEvent.type(screen.getByRole('searchbox'), 'chirie{Enter}');
  expect(router.state.location).toMatchObject({
    pathname: '/app',
    search: '?screen=search&q=chirie',
  });
});

test('a page that breaks', async () => {
  const loader = () => {
    throw new Error('broken');
  };
  const router = createMemoryRouter(
    [
      {
        path: '/app',
        element,
        loader,
        errorElement: <ErrorPage />,
        hydrateFallbackElement: element,
      },
    ],
    { initialEntries: ['/app'] },
  );
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('Unexpected Application Error!')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.queryByText('404 Not Found')).toBeNull();
});
