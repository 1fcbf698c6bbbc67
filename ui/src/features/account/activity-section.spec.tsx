import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ActivitySection } from './activity-section.tsx';

const element = <ActivitySection uid="uid1" />;
const event = { device: 'Firefox, Linux', network: '198.51.100.0/24', count: 1 };
const at = (minute: number) => `2026-11-21T14:${String(minute).padStart(2, '0')}:00Z`;

beforeEach(() => showSession({}));

describe('recent activity', () => {
  test('names what happened, from which device and network', async () => {
    fakeServer({
      '/auth/v1/activity': {
        body: {
          activity: [
            { ...event, kind: 'password_change', at: at(3) },
            { ...event, kind: 'failed_sign_in', at: at(2), device: '', count: 3 },
            { ...event, kind: 'sign_in', at: at(1) },
          ],
        },
      },
    });
    renderApp({ element });
    const rows = await screen.findAllByRole('listitem');
    expect(rows).toHaveLength(3);
    const [changed, failed] = rows.map((row) => within(row));
    expect(changed?.getByText('Password changed')).toBeVisible();
    expect(changed?.getByText('Firefox, Linux · network 198.51.100.0/24')).toBeVisible();
    expect(failed?.getByText('3 failed sign-in attempts')).toBeVisible();
    expect(failed?.getByText(/^Unknown device/)).toBeVisible();
  });

  test('shows the newest first and the rest on request', async () => {
    const activity = Array.from({ length: 12 }, (_, minute) => ({
      ...event,
      kind: 'sign_in',
      at: at(59 - minute),
    }));
    fakeServer({ '/auth/v1/activity': { body: { activity } } });
    const user = userEvent.setup();
    renderApp({ element });
    expect(await screen.findAllByRole('listitem')).toHaveLength(8);
    await user.click(screen.getByRole('button', { name: 'Show 4 more' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(12);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('a failure can be tried again', async () => {
    let down = true;
    fakeServer({
      '/auth/v1/activity': () =>
        down
          ? { status: 500, body: { code: 'internal', error: 'x' } }
          : { body: { activity: [{ ...event, kind: 'sign_in', at: at(1) }] } },
    });
    const user = userEvent.setup();
    renderApp({ element });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    down = false;
    await user.click(retry);
    expect(await screen.findByText('Signed in')).toBeVisible();
  });
});
