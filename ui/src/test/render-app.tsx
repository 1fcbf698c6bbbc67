import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect } from 'vitest';
import { announceAtOnce } from '../api/query-client.ts';

interface Options {
  at?: string;
  element: ReactNode;
}

/** Renders a component in a router and a query client; returns its address. */
export function renderApp({ at = '/app', element }: Options) {
  const router = createMemoryRouter(
    [
      { path: '/app', element },
      // Where a test navigates to leave the screen.
      { path: '/elsewhere', element: null },
    ],
    { initialEntries: [at] },
  );
  announceAtOnce();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    unmount,
    router,
    queryClient,
    address: () => router.state.location.pathname + router.state.location.search,
  };
}

/** Waits until the page's heading is shown and has the focus. */
export async function arrivedAt(name: string): Promise<void> {
  const heading = await screen.findByRole('heading', { level: 1, name });
  await waitFor(() => expect(heading).toHaveFocus());
}
