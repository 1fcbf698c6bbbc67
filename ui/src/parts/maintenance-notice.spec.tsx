import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { renderApp } from '../test/render-app.tsx';
import { MaintenanceNotice } from './maintenance-notice.tsx';

const since = '2026-01-10T09:00:00Z';

test('nothing is said outside of maintenance', async () => {
  fakeServer({});
  renderApp({ element: <MaintenanceNotice maintenance={undefined} /> });
  expect(screen.queryByText(/under maintenance/)).toBeNull();
});

test('readers learn that they can read, and what the operator says', async () => {
  fakeServer({});
  renderApp({ element: <MaintenanceNotice maintenance={{ since, message: 'Until 22:00.' }} /> });
  const notice = await screen.findByText(/under maintenance/);
  expect(notice).toHaveTextContent('you can read everything');
  expect(notice).toHaveTextContent('Until 22:00.');
});
