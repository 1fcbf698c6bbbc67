import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import { setTermDate } from '../../hooks/term-dates.ts';
import {
  december as at,
  freshDeadlines,
  dayLabel as label,
  openDeadlines as open,
  serveDeadlines as serve,
  spaced,
} from '../../test/deadlines-page.tsx';
import { concerned, exampleQuestion, exampleReport } from '../../test/example-concerns.ts';
import {
  exampleContract as contract,
  exampleDeadline as deadline,
  exampleDuty as duty,
  exampleEventDuty as other,
} from '../../test/example-deadlines.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';

beforeEach(freshDeadlines);

describe('a month for the reader', () => {
  const answered = (report: object, duties: unknown[], deadlines: unknown[] = []) => {
    deviceAnswers.set('subject', 'srl');
    return fakeServer({
      '/deadlines': { body: deadlines },
      '/duties': { body: duties },
      '/topics': { body: [] },
      '/concerns': { body: exampleReport(report) },
      '/concerns/questions': { body: [exampleQuestion({ id: 'vat_cash' })] },
      '/deadlines/within': { body: { date: '2026-12-22' } },
    });
  };
  const day = { date: '2026-12-21', duty: 'd112-monthly', form: 'D112', what: 'x' };
  const lead = () => screen.findByText(/certain|Nothing/);

  test('goes by the answers without asking for a role; a tick lowers the count', async () => {
    const report = {
      duties: { 'd112-monthly': concerned('yes', 'because you have staff') },
      dates: [day],
    };
    answered(report, [duty, other]);
    open();
    expect(spaced((await lead()).parentElement)).toBe('1 certain return');
    expect(screen.queryByRole('radio', { name: 'Companies' })).toBeNull();
    await userEvent.click(await label('D112 payroll'));
    expect(screen.getByText(/Concerns you, because you have staff/)).toBeVisible();
    expect(screen.getByText('You declare the contributions.')).toBeVisible();
    await userEvent.click(await label(/^Done/));
    expect(await label(/^Done/)).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByText('What was certain in December is done')).toBeVisible();
    await userEvent.click(await label('Undo'));
    expect(await screen.findByText('1 certain return')).toBeVisible();
  });

  test.each([
    [false, 'October, moved from 30 November'],
    [true, 'D394, D406: October, moved from 30 November'],
  ])(
    'names a month beside the forms that are about it (a tax beside them: %s)',
    async (tax, said) => {
      const of = (id: string, form: string | undefined, own: object) => ({
        ...duty,
        id,
        form,
        title: id,
        short: id,
        days: [{ id: `duty.${id}`, date: '2026-12-02', nominal: '2026-12-02', ...own }],
      });
      const october = { period: '2026-10', nominal: '2026-11-30' };
      const vat = [of('vat', 'D394', october), of('saf-t', 'D406', october)];
      const duties = tax ? [...vat, of('tax', undefined, {})] : vat;
      const dates = duties.map(({ id, form }) => ({
        date: '2026-12-02',
        duty: id,
        form: form ?? null,
        what: id,
      }));
      const answers = Object.fromEntries(duties.map(({ id }) => [id, concerned('yes', '')]));
      answered({ duties: answers, dates }, duties);
      open();
      expect(await screen.findByText(said)).toBeVisible();
    },
  );

  test('says what a duty asks for by the answers, and no longer what it may ask for', async () => {
    const what = { ro: 'Plătești și CASS.', en: 'You also pay the health contribution.' };
    answered({ duties: { 'd112-monthly': concerned('yes', '', { what }) }, dates: [day] }, [duty]);
    open();
    await userEvent.click(await label('D112 payroll'));
    expect(screen.getByText('You also pay the health contribution.')).toBeVisible();
    expect(screen.queryByText('You declare the contributions.')).toBeNull();
  });

  test.each([true, false])(
    'says once what to verify about several labels, else in place (several: %s)',
    async (several) => {
      const verify = { ro: 'întreabă inspectoratul', en: 'ask the labour inspectorate' };
      const unsure = concerned('yes', 'because you employ', { certain: false, verify });
      const of = (form: string) => ({ ...duty, id: form, form, title: form, short: form });
      const answers = { D112: unsure, D205: several ? unsure : concerned('yes', '') };
      const dates = ['D112', 'D205'].map((form) => ({ ...day, duty: form, form }));
      answered({ duties: answers, dates }, [of('D112'), of('D205')]);
      open();
      await userEvent.click(await label('D112 D112'));
      const said = screen.getByText(/Concerns you, as far as we know, because you employ/);
      const [note, ...others] = screen.getAllByText(/To verify: ask the labour inspectorate\.$/);
      expect(others).toEqual([]);
      if (several) expect(note?.parentElement).toHaveTextContent(/D112D205$/);
      else expect(note).toBe(said);
    },
  );

  test('says nothing above the list of the past days, which are folded', async () => {
    vi.setSystemTime(new Date('2026-12-22T10:00:00Z'));
    const verify = { ro: 'întreabă inspectoratul', en: 'ask the labour inspectorate' };
    const unsure = concerned('yes', 'because you employ', { certain: false, verify });
    const of = (form: string) => ({ ...duty, id: form, form, title: form, short: form });
    const dates = ['D112', 'D205'].map((form) => ({ ...day, duty: form, form }));
    answered({ duties: { D112: unsure, D205: unsure }, dates }, [of('D112'), of('D205')]);
    open();
    expect(await screen.findByText(/^1 past day$/)).toBeVisible();
    expect(screen.queryByText(/To verify/)).toBeNull();
  });

  test('is not sure of nothing while an answer is missing; the answer is given in place', async () => {
    const maybe = concerned('maybe', '', { missing: ['vat_cash'] });
    answered({ duties: { 'd112-monthly': maybe } }, [duty]);
    open();
    expect(spaced((await lead()).parentElement)).toBe('Nothing certain in December · 1 possible');
    await userEvent.click(await label('D112 payroll'));
    const question = screen.getByRole('group', { name: 'vat_cash?' });
    expect(screen.queryByRole('button', { name: /^Done/ })).toBeNull();
    await userEvent.click(within(question).getByRole('button', { name: 'No' }));
    expect(deviceAnswers.get().facts.vat_cash).toBe(false);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('is not sure of nothing while a duty without a day may be due', async () => {
    const undated = { ...contract, id: 'apia', within: undefined, event: undefined };
    answered({ duties: { apia: concerned('yes', '') } }, [undated]);
    open();
    expect(await screen.findByText('Nothing certain in December')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Without a fixed day' })).toBeVisible();
  });

  test('the day of an event makes a dated duty', async () => {
    answered({ duties: { c168: concerned('yes', '') } }, [contract]);
    act(() => setTermDate('duty c168', undefined));
    open();
    const events = await screen.findByRole('region', { name: 'If it happens' });
    const row = within(events).getByRole('button');
    expect(spaced(row)).toBe('Registering a contract30 daysC168');
    await userEvent.click(row);
    await userEvent.click(within(events).getByRole('button', { name: 'Calculate' }));
    expect(await within(events).findByText(/Until 22 December 2026/)).toBeVisible();
    await userEvent.click(await label('C168 payroll'));
    await userEvent.click(await label(/^Add to calendar: /));
    const [file] = await screen.findAllByRole('menuitem');
    expect(file).toHaveAttribute('href', '/deadlines/duty.c168.ics?lang=en&day=2026-12-22');
    act(() => setTermDate('duty c168', undefined));
  });

  test('the next deadline may be the end of a term that the reader has dated', async () => {
    answered({ duties: { c168: concerned('yes', '') } }, [contract]);
    act(() => setTermDate('duty c168', { from: '2026-11-28', until: '2026-12-28' }));
    open('/app?screen=deadlines&month=2026-11');
    expect(await screen.findByText(/Next deadline: 28 December 2026/)).toBeVisible();
    act(() => setTermDate('duty c168', undefined));
  });

  test('an account without answers sees what the server finds, and the duties that it follows', async () => {
    showSession({});
    const follows = ['act:lege-53-2003', 'deadline:duty.d112-monthly'];
    const asked = serve([deadline('on-a-followed-act', '2026-12-03')], [duty, other], follows);
    open(`${at}&tab=mine`);
    expect(await label('Pay for on-a-followed-act')).toBeVisible();
    expect(await label('D112 payroll')).toBeVisible();
    expect(screen.queryByRole('button', { name: /D100/ })).toBeNull();
    expect(asked.filter((url) => url.startsWith('/deadlines?')).join()).toContain('mine=true');
  });

  test('what could not be checked stands below the failure, with its day', async () => {
    deviceAnswers.set('subject', 'srl');
    const report = exampleReport({
      duties: { 'd112-monthly': concerned('yes', '') },
      dates: [day],
    });
    fakeServer({
      '/deadlines': { status: 500, body: { code: 'internal' } },
      '/duties': { status: 500, body: { code: 'internal' } },
      '/concerns': { body: report },
    });
    open();
    // The failure may be known before the reader's own days are.
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        'Below is what we knew on 26 November 2026.',
      ),
    );
    expect(await label('D112 x')).toBeVisible();
  });
});
