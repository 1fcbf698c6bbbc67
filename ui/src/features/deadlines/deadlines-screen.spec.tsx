import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  december as at,
  freshDeadlines,
  dayLabel as label,
  openDeadlines as open,
  serveDeadlines as serve,
  spaced,
} from '../../test/deadlines-page.tsx';
import {
  exampleDeadline as deadline,
  exampleDuty as duty,
  exampleEventDuty as other,
} from '../../test/example-deadlines.ts';
import { fakeServer } from '../../test/fake-server.ts';

beforeEach(freshDeadlines);

describe('a month for everybody', () => {
  test('has one row for each day, with forms as labels, and names the moved days once', async () => {
    serve(
      [
        deadline('moved', '2026-12-03', { moved_from: '2026-11-15' }),
        deadline('other-month', '2027-01-05'),
        deadline('begins', '2026-12-05', { kind: 'starts', what: 'a rule' }),
      ],
      [duty, other],
    );
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'December 2026' })).toBeVisible();
    await label('D112 payroll');
    const rows = screen.getAllByRole('heading', { level: 2, name: /^\d/ });
    expect(rows.map(spaced)).toEqual(['3 December Thursday', '21 December Monday']);
    expect(screen.getByText('Everyone’s deadlines: 3.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'D100 dividends' }).parentElement).toHaveTextContent(
      /^If it applies:D100/,
    );
    expect(screen.queryByText(/other-month/)).toBeNull();
    const note = screen.getByText(/25.December to 21.December/);
    expect(screen.getAllByText(/25.December/)).toHaveLength(1);
    await userEvent.click(within(note).getByRole('button', { name: 'Why' }));
    expect(screen.getByText(/25 December 2026 is Christmas Day/)).toBeVisible();
    await userEvent.click(screen.getByText('Nothing for you to do'));
    const nothing = screen.getByRole('region', { name: /^Nothing for you to do/ });
    expect(within(nothing).getByRole('link', { name: /^A rule/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'January 2027' })).toHaveAttribute(
      'href',
      expect.stringContaining('month=2027-01'),
    );
    expect(screen.queryByRole('button', { name: /^Done/ })).toBeNull();
  });

  test('opens a label in place, and one at a time', async () => {
    serve([deadline('moved', '2026-12-03')], [duty, other]);
    open();
    const d112 = await label('D112 payroll');
    await userEvent.click(d112);
    const details = screen.getByRole('region', { name: 'D112 payroll' });
    expect(d112).toHaveAttribute('aria-expanded', 'true');
    for (const words of ['You declare the contributions.', 'Law 227/2015, art. 147'])
      expect(details).toHaveTextContent(words);
    expect(within(details).getByRole('link', { name: 'D112 changes' })).toBeVisible();
    expect(within(details).queryByText('By the 25th')).toBeNull();
    await userEvent.click(within(details).getByText('Details'));
    for (const words of ['By the 25th', 'anaf.ro'])
      expect(await within(details).findByText(words)).toBeVisible();
    await userEvent.click(within(details).getByRole('button', { name: /^Add to calendar: / }));
    const [file] = await screen.findAllByRole('menuitem');
    expect(file).toHaveAttribute('href', '/deadlines/duty.d112-monthly.2026-12.ics?lang=en');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Pay for moved' }));
    expect(screen.queryByRole('region', { name: 'D112 payroll' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Pay for moved' })).toBeVisible();
  });

  test('opens the duty that the address names, also one without a day', async () => {
    serve(
      [],
      [
        duty,
        other,
        { ...other, id: 'by-event', title: 'Rental contract', days: [], recurs: undefined },
      ],
    );
    const first = open(`${at}&tab=all&duty=${duty.id}`);
    expect(await screen.findByRole('region', { name: 'D112 payroll' })).toBeVisible();
    const toggle = await label('D112 payroll');
    expect(toggle).toHaveFocus();
    first.unmount();
    open(`${at}&tab=all&duty=by-event`);
    const row = await label(/^Rental contract/);
    expect(row).toHaveAttribute('aria-expanded', 'true');
    expect(row).toHaveFocus();
  });

  test('keeps a day off that the law does not move, and says until when to file', async () => {
    const days = [{ id: 'duty.afm.2026-12', date: '2026-12-25', file_by: '2026-12-24' }];
    serve([], [{ ...duty, form: undefined, short: 'Environment Fund', days }]);
    open();
    await label('Environment Fund');
    expect(screen.getByText(/^Day off: file by Thursday,? 24.December$/)).toBeVisible();
  });

  test('folds the days that have passed into one line', async () => {
    vi.setSystemTime(new Date('2026-12-10T10:00:00Z'));
    serve([deadline('old', '2026-12-02'), deadline('older', '2026-12-01')]);
    open();
    await label('D112 payroll');
    expect(screen.queryByText('Pay for old')).toBeNull();
    await userEvent.click(screen.getByText('2 past days'));
    expect(await label('Pay for old')).toBeVisible();
    vi.setSystemTime(new Date('2026-12-28T10:00:00Z'));
    open();
    expect(
      await screen.findByRole('heading', { name: 'No deadlines left in December.' }),
    ).toBeVisible();
  });

  test('asks for a role only where there are no answers, and keeps it in the address', async () => {
    const asked = serve([]);
    const { address } = open('/app?screen=deadlines');
    await userEvent.click(await screen.findByRole('radio', { name: 'Companies' }));
    expect(address()).toBe('/app?screen=deadlines&tab=all&role=company');
    await userEvent.click(await screen.findByRole('radio', { name: 'Micro-company' }));
    expect(address()).toBe('/app?screen=deadlines&tab=all&role=company&tax=micro');
    await vi.waitFor(() =>
      expect(asked.some((url) => url.includes('role=company') && url.includes('tax=micro'))).toBe(
        true,
      ),
    );
  });

  test('shows a month as a table of days with the names of forms', async () => {
    serve([deadline('a', '2026-12-03')], [duty, other]);
    open(`${at}&view=month`);
    const table = await screen.findByRole('table', { name: 'December 2026' });
    const cell = within(table).getByRole('button', {
      name: '21 December 2026: D112, 1 only if it applies',
    });
    expect(await label('Pay for a')).toBeVisible();
    await userEvent.click(cell);
    expect(cell).toHaveAttribute('aria-pressed', 'true');
    expect(cell).toHaveTextContent('21D112+1');
    expect(await label('D112 payroll')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay for a' })).toBeNull();
  });

  test('a month as a table marks weekends and public holidays, which it names', async () => {
    const asked = serve([deadline('a', '2026-12-25', { working_day: false })], [duty]);
    open(`${at}&view=month`);
    const table = await screen.findByRole('table', { name: 'December 2026' });
    const day = (text: string) => within(table).getByText(text).closest('td');
    const due = '25 December 2026: public holiday, Pay for a';
    const button = await within(table).findByRole('button', { name: due });
    expect(day('1')).toHaveTextContent('1, public holiday');
    for (const off of [day('1'), day('5'), button.closest('td')]) expect(off).toHaveClass('off');
    expect(day('2')).not.toHaveClass('off');
    expect(asked.filter((address) => address.startsWith('/deadlines/holidays'))).toHaveLength(1);
  });

  test('nothing is certain of a reader without answers', async () => {
    serve([], []);
    open('/app?screen=deadlines&month=2026-12&tab=mine');
    expect(await screen.findByText('Nothing certain in December')).toBeVisible();
    expect(screen.queryByText(/^No deadlines/)).toBeNull();
  });

  test('names the next month with something when there is nothing', async () => {
    serve([deadline('later', '2027-03-31')], []);
    open();
    const next = { name: 'Next deadline: 31 March 2027.' };
    expect(await screen.findByRole('heading', next)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to March' })).toHaveAttribute(
      'href',
      expect.stringContaining('month=2027-03'),
    );
  });

  test('a failure offers a retry', async () => {
    fakeServer({ '/deadlines': { status: 500, body: { code: 'internal' } } });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The deadlines could not be loaded.',
    );
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('prints the details of every label', async () => {
    serve([], [duty, other]);
    open();
    await label('D112 payroll');
    expect(screen.queryByText('Legal basis')).toBeNull();
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(screen.getAllByText('Legal basis')).toHaveLength(2);
    expect(screen.getAllByText('By the 25th')).toHaveLength(2);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(screen.queryByText('Legal basis')).toBeNull();
  });

  test('offers the public calendar: to open, for Google and Outlook, as a file and to copy', async () => {
    serve([]);
    open('/app?screen=deadlines&tab=all&role=employer');
    await userEvent.click(await label('Subscribe'));
    const dialog = await screen.findByRole('dialog');
    const address = within(dialog).getByRole<HTMLInputElement>('textbox');
    expect(address.value).toMatch(/^http.*\/deadlines\.ics\?lang=en&role=employer&duties=true$/);
    expect(within(dialog).getByRole('link', { name: 'Open in your calendar' })).toHaveAttribute(
      'href',
      address.value.replace(/^https?/, 'webcal'),
    );
    const user = userEvent.setup();
    await user.click(within(dialog).getByRole('button', { name: 'Copy the address' }));
    await expect(navigator.clipboard.readText()).resolves.toBe(address.value);
  });
});
