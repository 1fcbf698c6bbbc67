import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { DeadlinesScreen } from './deadlines-screen.tsx';

const deadline = (slug: string, date: string, changes = {}) => ({
  id: `${slug}.1`,
  date,
  kind: 'due',
  index: 0,
  recurring: false,
  working_day: true,
  what: `pay for ${slug}`,
  roles: ['employer'],
  slug,
  title: slug,
  topic: 'munca',
  domains: [],
  importance: 3,
  ...changes,
});
const duty = {
  id: 'd112-monthly',
  topic: 'munca',
  title: 'Monthly payroll return',
  what: 'You declare the contributions.',
  roles: ['employer'],
  conditions: 'If you have employees.',
  recurs: { monthly: 25 },
  shift: 'tax',
  rule: 'by the 25th',
  shift_rule: 'Moves to the next working day.',
  legal_basis: [{ act: 'Law 227/2015', provision: 'art. 147' }],
  sources: [{ url: 'https://anaf.ro/x', host: 'anaf.ro', official: true }],
  official: true,
  confidence: 'high',
  articles: [{ slug: 'd112', title: 'D112 changes', lang: 'en' }],
  days: [
    {
      id: 'duty.d112-monthly.2026-12',
      date: '2026-12-21',
      nominal: '2026-12-25',
      shift_reason: 'december',
    },
  ],
};

const other = {
  ...duty,
  id: 'd100-monthly',
  title: 'Another return',
  days: [{ id: 'duty.d100-monthly.2026-12', date: '2026-12-21' }],
};

function serve(deadlines: unknown[], duties: unknown[] = [duty], follows: string[] = []) {
  return fakeServer({
    '/users/user-data/uid1': { body: exampleUserData({ topics_followed: follows }) },
    '/deadlines': { body: deadlines },
    '/duties': { body: duties },
    '/topics': { body: [{ id: 'munca', name: { ro: 'Muncă', en: 'Employment' }, articles: 1 }] },
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z'), toFake: ['Date'] });
});

describe('the deadlines screen', () => {
  test('lists days by month, with the reason of a day, and folds the past away', async () => {
    serve([
      deadline('old', '2026-11-02'),
      deadline('moved', '2026-11-30', { moved_from: '2026-11-15', working_day: false }),
    ]);
    renderApp({ at: '/app?screen=deadlines', element: <DeadlinesScreen /> });
    const november = await screen.findByRole('region', { name: 'November 2026' });
    expect(within(november).getByRole('link', { name: 'Pay for moved' })).toBeTruthy();
    expect(within(november).getByText('Moved from 15 November 2026')).toBeTruthy();
    expect(within(november).getByText('This is not a working day.')).toBeTruthy();
    const december = screen.getByRole('region', { name: 'December 2026' });
    expect(within(december).getByText(/25 December 2026 is Christmas Day/)).toBeTruthy();
    await userEvent.click(within(december).getByText('Details'));
    expect(await within(december).findByRole('link', { name: 'D112 changes' })).toBeTruthy();
    await userEvent.click(within(december).getByRole('button', { name: /^Add to calendar: / }));
    const [file] = await screen.findAllByRole('menuitem');
    expect(file).toHaveAttribute('href', '/deadlines/duty.d112-monthly.2026-12.ics?lang=en');
    expect(screen.queryByText('Pay for old')).toBeNull();
    await userEvent.click(screen.getByText('Past deadlines'));
    expect(await screen.findByText('Pay for old')).toBeTruthy();
  });

  test('draws the months after the first two when they are opened', async () => {
    serve(
      ['2026-11-30', '2026-12-03', '2027-01-05', '2027-02-05'].map((date) => deadline(date, date)),
      [],
    );
    renderApp({ at: '/app?screen=deadlines', element: <DeadlinesScreen /> });
    await screen.findByRole('link', { name: 'Pay for 2026-11-30' });
    expect(screen.getByRole('link', { name: 'Pay for 2026-12-03' })).toBeVisible();
    expect(screen.queryByText('Pay for 2027-01-05')).toBeNull();
    await userEvent.click(screen.getByRole('heading', { name: 'January 2027' }));
    expect(await screen.findByRole('link', { name: 'Pay for 2027-01-05' })).toBeVisible();
    expect(screen.queryByText('Pay for 2027-02-05')).toBeNull();
  });

  test('keeps a chosen role in the address and asks for it', async () => {
    const asked = serve([]);
    const { address } = renderApp({ at: '/app?screen=deadlines', element: <DeadlinesScreen /> });
    const role = await screen.findByRole('combobox', { name: 'For whom' });
    await userEvent.selectOptions(role, 'company');
    expect(address()).toBe('/app?screen=deadlines&role=company');
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: "The company's tax" }),
      'micro',
    );
    expect(address()).toBe('/app?screen=deadlines&role=company&tax=micro');
    await vi.waitFor(() =>
      expect(asked.some((url) => url.includes('role=company') && url.includes('tax=micro'))).toBe(
        true,
      ),
    );
  });

  test('shows a month as a table of days', async () => {
    serve([deadline('a', '2026-12-03')]);
    const at = '/app?screen=deadlines&view=month&month=2026-12';
    renderApp({ at, element: <DeadlinesScreen /> });
    const table = await screen.findByRole('table');
    expect(within(table).getByText('3 December 2026: 1 deadline')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Next month' })).toHaveAttribute(
      'href',
      expect.stringContaining('month=2027-01'),
    );
  });

  test('says what to do when there is nothing, and when loading failed', async () => {
    serve([], []);
    renderApp({ at: '/app?screen=deadlines', element: <DeadlinesScreen /> });
    expect(await screen.findByText('No known deadlines')).toBeTruthy();
    fakeServer({ '/deadlines': { status: 500, body: { code: 'internal' } } });
    renderApp({ at: '/app?screen=deadlines', element: <DeadlinesScreen /> });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  test('shows an account what the server finds, and the duties that it follows', async () => {
    showSession({});
    const follows = ['act:lege-53-2003', 'deadline:duty.d112-monthly'];
    const asked = serve([deadline('on-a-followed-act', '2026-12-03')], [duty, other], follows);
    renderApp({ at: '/app?screen=deadlines&tab=mine', element: <DeadlinesScreen /> });
    expect(await screen.findByRole('link', { name: 'Pay for on-a-followed-act' })).toBeTruthy();
    expect(screen.getByText('Monthly payroll return')).toBeTruthy();
    expect(screen.queryByText('Another return')).toBeNull();
    expect(asked.filter((url) => url.startsWith('/deadlines?')).join()).toContain('mine=true');
  });

  test('prints the duties that the screen folds away', async () => {
    serve([], [duty, other]);
    renderApp({ at: '/app?screen=deadlines', element: <DeadlinesScreen /> });
    expect(await screen.findByText('2 recurring duties')).toBeTruthy();
    expect(screen.queryByText('Another return')).toBeNull();
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(screen.getByText('Another return')).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(screen.queryByText('Another return')).toBeNull();
  });
});
