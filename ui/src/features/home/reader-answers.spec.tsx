import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keptReport } from '../../api/kept-report.ts';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import { deviceSteps } from '../../hooks/device-steps.ts';
import { concerned, exampleQuestions, exampleReport } from '../../test/example-concerns.ts';
import { exampleDuty } from '../../test/example-deadlines.ts';
import { cards, old, rent, show, work } from '../../test/example-home.tsx';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { toasts } from '../../ui/toast.ts';

const date = (day: string, changes: object) => ({ date: day, form: null, what: 'x', ...changes });
const only = { ro: 'numai dacă', en: 'only if you pay' };

function serve(
  report: Parameters<typeof exampleReport>[0],
  duties: object[] = [],
  reply: object = { body: exampleReport(report) },
  profiles: object[] = [],
  deadlines: object[] = [],
) {
  fakeServer({
    '/topics': { body: [{ id: 'munca', name: { ro: 'Muncă', en: 'Employment' }, articles: 1 }] },
    '/lawchanges': { body: [rent, work, old] },
    '/duties': { body: duties },
    '/deadlines': { body: deadlines },
    '/concerns/questions': { body: exampleQuestions },
    '/concerns': reply as never,
    '/users/profiles/uid1': { body: profiles },
    '/users/user-data/uid1': { body: exampleUserData({}) },
  });
}

beforeEach(() => {
  showSession('signed_out');
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z'), toFake: ['Date'] });
  deviceAnswers.erase();
  deviceSteps.remove(deviceSteps.get());
  keptReport.remove();
  deviceAnswers.set('subject', 'srl');
});

describe('Home by the reader’s answers', () => {
  test('says what to do about a day off that the law does not move', async () => {
    const days = { file_by: '2027-01-29', duty: 'fuel', what: 'farm diesel' };
    serve({ duties: { fuel: concerned('yes', '') }, dates: [date('2027-01-31', days)] });
    show();
    const box = within(await screen.findByRole('region', { name: 'Your deadlines' }));
    expect(box.getByText(/^Day off: file by Friday,? 29.January 2027$/)).toBeVisible();
  });

  test('has the certain dates in the headline, and the reader’s articles with the reason', async () => {
    serve({
      duties: { d112: concerned('yes', ''), d390: concerned('yes', '', { event: only }) },
      articles: { rent: concerned('yes', 'because you let'), work: concerned('no', '') },
      dates: [
        date('2026-12-21', { duty: 'd112', form: 'D112', what: 'payroll return' }),
        date('2026-12-21', { duty: 'd390', form: 'D390', what: 'recapitulative statement' }),
      ],
    });
    show();
    await screen.findByRole('heading', { level: 1, name: '1 return due by 21 December.' });
    const box = within(screen.getByRole('region', { name: 'Your deadlines' }));
    expect(box.getByText('Payroll return')).toBeVisible();
    // What is due only if something happens stands apart, and opens.
    expect(box.queryByText('Only if you pay')).toBeNull();
    await userEvent.click(box.getByRole('button', { name: 'D390 Recapitulative statement' }));
    expect(box.getByText('Only if you pay')).toBeVisible();
    expect(box.getByRole('link', { name: 'All deadlines' })).toHaveAttribute(
      'href',
      '/app?screen=deadlines&tab=mine',
    );
    expect(cards()).toContain('Chirii');
    expect(cards()).not.toContain('Salarii');
    expect(screen.getByText('because you let')).toBeVisible();
    expect(screen.getByText('2 duties concern you')).toHaveAttribute('role', 'status');
    // The reader, in the words of the answers.
    expect(await screen.findByText('You have a company')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'What concerns you' })).toBeNull();
  });

  test('says once what to verify about its days', async () => {
    const verify = { ro: 'întreabă inspectoratul', en: 'ask the labour inspectorate' };
    const unsure = concerned('yes', 'because you employ', { certain: false, verify });
    const of = (form: string) => date('2026-12-21', { duty: form, form, what: form });
    serve({ duties: { D112: unsure, D205: unsure }, dates: [of('D112'), of('D205')] });
    show();
    const box = within(await screen.findByRole('region', { name: 'Your deadlines' }));
    const note = box.getByText('To verify: ask the labour inspectorate.').parentElement;
    expect(note).toHaveTextContent(/D112D205$/);
  });

  test('names the profile of a day, of an article and of the question, if there are several', async () => {
    showSession({});
    serve(
      {
        duties: { d112: concerned('yes', '', { profile: 1 }) },
        articles: { rent: concerned('yes', 'because you let', { profile: 0 }) },
        dates: [date('2026-12-21', { duty: 'd112', form: 'D112', what: 'payroll', profiles: [1] })],
        next_question: 'farms',
      },
      [],
      undefined,
      [
        { id: 'p1', name: 'Me', facts: { subject: 'person' }, skipped: [] },
        { id: 'p2', name: 'My firm', facts: { subject: 'srl' }, skipped: [] },
      ],
    );
    show();
    const box = within(await screen.findByRole('region', { name: 'Your deadlines' }));
    expect(box.getByText('Payroll').closest('li')).toHaveTextContent(/^My firm/);
    expect((await screen.findByText('Me')).parentElement).toHaveTextContent('Me: because you let');
    expect(await screen.findByText('A question for the profile “Me”.')).toBeVisible();
    // They stood here while the profiles were loaded.
    expect(screen.queryByRole('group', { name: 'What concerns you' })).toBeNull();
  });

  test('says "nothing certain" while an answer is open, and "nothing" only when none is', async () => {
    const open = { ...exampleDuty, id: 'open' };
    serve({ duties: { open: concerned('maybe', '', { missing: ['subject'] }) } }, [open]);
    const { unmount } = show();
    const heading = await screen.findByRole('heading', {
      level: 1,
      name: 'Nothing certain in December.',
    });
    expect(heading.nextElementSibling).toHaveTextContent('1 possible: answer one question');
    unmount();
    deviceAnswers.set('subject', 'person');
    serve({ duties: { open: concerned('no', '') } }, [open]);
    show();
    await screen.findByRole('heading', { level: 1, name: 'Nothing to file in December.' });
  });

  test('a tick strikes the line and lowers the count, on "All" too; a second press takes it back', async () => {
    serve({
      duties: { d112: concerned('yes', ''), d300: concerned('yes', '') },
      dates: [
        date('2026-12-21', { duty: 'd112', form: 'D112', what: 'payroll return' }),
        date('2026-12-21', { duty: 'd300', form: 'D300', what: 'VAT return' }),
      ],
    });
    const user = userEvent.setup();
    const { unmount } = show('/app?tab=all');
    const heading = await screen.findByRole('heading', { level: 1, name: /^2 returns due/ });
    const tick = screen.getByRole('button', { name: 'Done: D112 Payroll return' });
    await user.click(tick);
    expect(heading).toHaveTextContent('1 return due by 21 December.');
    expect(tick).toHaveAttribute('aria-pressed', 'true');
    expect(toasts.current()?.text).toBe('Done: D112 Payroll return.');
    act(() => toasts.current()?.action?.run());
    expect(heading).toHaveTextContent('2 returns due by 21 December.');
    await user.click(tick);
    expect(deviceSteps.get()).toEqual({ d112: ['due-2026-12-21-0'] });
    await user.click(tick);
    expect(heading).toHaveTextContent('2 returns due by 21 December.');
    await user.click(tick);
    unmount();

    // On the next visit the line is gone.
    show();
    await screen.findByRole('heading', { level: 1, name: /^1 return due/ });
    expect(screen.getAllByRole('button', { name: /^Done/ })).toHaveLength(1);
  });

  test('lists what is due once something happens, at most four', async () => {
    const event = { ro: 'la fiecare contract', en: 'for each contract' };
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const duty = (id: string) => ({
      id,
      title: `Duty ${id}`,
      rule: 'in 30 days',
      event: id === 'e' ? undefined : 'for each contract',
      days: [],
      articles: [],
    });
    serve(
      {
        duties: Object.fromEntries(
          ids.map((id) => [
            id,
            concerned(id === 'f' ? 'no' : 'yes', '', id === 'e' ? {} : { event }),
          ]),
        ),
      },
      ids.map(duty),
    );
    show();
    const events = within(await screen.findByRole('region', { name: 'If it happens' }));
    expect(events.getAllByRole('button')).toHaveLength(4);
    await userEvent.click(events.getByRole('button', { name: /^Duty a/ }));
    expect(events.getByText('For each contract')).toBeVisible();
    expect(events.getByRole('link', { name: '1 more situation' })).toHaveAttribute(
      'href',
      '/app?screen=deadlines&tab=mine',
    );
    // What is always to be done is no event.
    const others = screen.getByRole('region', { name: /^Without a fixed day/ });
    expect(others).toHaveTextContent('(1)');
  });

  test('asks the one question that decides most, and takes the answer in place', async () => {
    serve({
      duties: { open: concerned('maybe', '', { missing: ['subject', 'owns'] }) },
      next_question: 'subject',
    });
    const user = userEvent.setup();
    show();
    const box = await screen.findByRole('region', {
      name: 'May concern you Who is this profile for?',
    });
    expect(within(box).getByRole('link', { name: '1 more question' })).toBeVisible();
    await user.click(within(box).getByRole('button', { name: 'Myself' }));
    expect(deviceAnswers.get().facts.subject).toBe('person');
    expect(box).toHaveFocus();
  });

  test('an answer of another day, without a connection to the server, is not today’s', async () => {
    vi.setSystemTime(new Date('2026-11-25T10:00:00Z'));
    keptReport.set(
      { uid: undefined, names: [] },
      { facts: { subject: 'srl' }, skipped: [], others: [], until: '2027-11-25' },
      'en',
      exampleReport({
        today: '2026-11-25',
        duties: { d112: concerned('yes', '') },
        dates: [date('2026-12-02', { duty: 'd112', form: 'D112' })],
      }),
    );
    vi.setSystemTime(new Date('2026-11-26T10:00:00Z'));
    serve({}, [], { status: 500, body: { error: 'x', code: 'internal' } });
    show();
    const heading = await screen.findByRole(
      'heading',
      { level: 1, name: 'We couldn’t check today.' },
      { timeout: 4000 },
    );
    expect(heading.nextElementSibling).toHaveTextContent(
      'On 25 November, the next deadline was 2 December.',
    );
    expect(screen.getAllByRole('button', { name: 'Try again' })[0]).toBeVisible();
  });
});

describe('a role', () => {
  test('is pressed, writes its answer, moves to "Mine" and rewrites Home in place', async () => {
    deviceAnswers.erase();
    serve(
      {
        duties: { d212: concerned('yes', ''), tax: concerned('maybe', '') },
        dates: [date('2027-05-25', { duty: 'd212', form: 'D212' })],
      },
      [{ ...exampleDuty, id: 'tax' }],
    );
    const user = userEvent.setup();
    const { address } = show();
    const role = await screen.findByRole('button', { name: /^I rent out/ });
    await user.click(role);
    expect(address()).toBe('/app?tab=mine');
    expect(role).toHaveAttribute('aria-pressed', 'true');
    expect(role).toHaveFocus();
    expect(deviceAnswers.get().facts).toEqual({
      situations: { yes: ['lets_property'], unsure: [], open: true },
      subject: 'person',
    });
    expect(await screen.findByText('One duty concerns you, maybe 1 more')).toBeVisible();
    await screen.findByRole('heading', { level: 1, name: /^Nothing certain/ });
    // Greeting, filters and list are there from the first visit.
    expect(document.querySelector('.home-greeting')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Importance' })).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: /^I own a home/ }));
    expect(deviceAnswers.get().facts.owns).toEqual({ yes: ['home'], unsure: [], open: true });
    await user.click(role);
    expect(deviceAnswers.get().facts).toEqual({
      subject: 'person',
      owns: { yes: ['home'], unsure: [], open: true },
    });
    await user.click(screen.getByRole('button', { name: /^I own a home/ }));
    expect(deviceAnswers.get().facts).toEqual({});
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('What concerns you?');
  });

  test('without answers Home leads to the questions', async () => {
    deviceAnswers.erase();
    serve({});
    show();
    expect(
      await screen.findByRole('link', {
        name: 'See what concerns you, and by when: a few questions',
      }),
    ).toHaveAttribute('href', '/app?screen=questions');
  });
});
