import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeadlinesScreen } from '../features/deadlines/deadlines-screen.tsx';
import { HomeScreen } from '../features/home/home-screen.tsx';
import { deviceAnswers } from '../hooks/device-answers.ts';
import { concerned, exampleReport } from './example-concerns.ts';
import { exampleDeadline, exampleDuty } from './example-deadlines.ts';
import { fakeServer } from './fake-server.ts';
import { showSession } from './fake-session.ts';
import { renderApp } from './render-app.tsx';

const only = { ro: 'numai dacă', en: 'only if' };
const day = '2026-12-21';
const duty = (id: string, form: string | undefined, changes: object = {}) => ({
  ...exampleDuty,
  id,
  form,
  short: id,
  title: id,
  articles: [],
  days: [{ id: `duty.${id}.2026-12`, date: day }],
  ...changes,
});
const undated = { recurs: undefined, days: [] };
const duties = [
  duty('vies', 'D390', { event: 'only if' }),
  duty('chosen', 'D177', { optional: true }),
  duty('open', 'D700'),
  duty('contract', 'C168', { ...undated, within: { days: 30 }, event: 'only if' }),
  duty('insurance', undefined, undated),
  duty('sure', 'D300', { days: [] }),
];
const report = (sure: boolean) =>
  exampleReport({
    duties: {
      vies: concerned('yes', '', { event: only }),
      chosen: concerned('yes', '', { optional: true }),
      open: concerned('maybe', '', { missing: ['vat'] }),
      contract: concerned('yes', '', { event: only }),
      insurance: concerned('yes', ''),
      sure: concerned('yes', ''),
    },
    articles: { capital: concerned('maybe', '', { missing: ['turnover'] }) },
    dates: [
      { date: day, duty: 'vies', form: 'D390', what: 'vies' },
      { date: day, duty: 'chosen', form: 'D177', what: 'chosen' },
      ...(sure ? [{ date: day, duty: 'sure', form: 'D300', what: 'sure' }] : []),
    ],
  });

function serve(sure: boolean) {
  fakeServer({
    '/topics': { body: [] },
    '/lawchanges': { body: [] },
    '/concerns/questions': { body: [] },
    '/duties': { body: duties },
    '/deadlines': { body: [exampleDeadline('capital', day)] },
    '/concerns': { body: report(sure) },
  });
}

const showHome = () => renderApp({ at: '/app', element: <HomeScreen /> });
const showMonth = () =>
  renderApp({ at: '/app?screen=deadlines&tab=mine&month=2026-12', element: <DeadlinesScreen /> });

beforeEach(() => {
  showSession('signed_out');
  deviceAnswers.erase();
  deviceAnswers.set('subject', 'srl');
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z'), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('Home and Deadlines count the same, with nothing certain', async () => {
  serve(false);
  const home = showHome();
  const heading = await screen.findByRole('heading', { name: 'Nothing certain in December.' });
  expect(heading.nextElementSibling).toHaveTextContent(/^3 possible: .* · 1 is your choice$/);
  home.unmount();
  showMonth();
  const lead = await screen.findByText('Nothing certain in December');
  expect(lead.parentElement).toHaveTextContent(/· 3 possible · 1 is your choice$/);
});

test('Home and Deadlines name the same as certain, as a choice, and as depending on an event', async () => {
  serve(true);
  const home = showHome();
  await screen.findByRole('heading', { name: '1 return due by 21 December.' });
  const box = within(screen.getByRole('region', { name: 'Your deadlines' }));
  const ticks = box.getAllByRole('button', { name: /^Done/ }).map((tick) => tick.textContent);
  expect(ticks.map((words) => words?.match(/D\d+/)?.[0])).toEqual(['D177', 'D300']);
  expect(box.getByText('Your choice')).toBeVisible();
  expect(box.getByRole('button', { name: /^D390/ })).toHaveAttribute('aria-expanded', 'false');
  const events = screen.getByRole('region', { name: 'If it happens' });
  expect(within(events).getAllByRole('button')).toHaveLength(1);
  expect(screen.getByRole('region', { name: /^Without a fixed day/ })).toHaveTextContent('(1)');
  home.unmount();

  showMonth();
  const lead = await screen.findByText('1 certain return');
  expect(lead.parentElement).toHaveTextContent(/· 3 only if they apply · 1 is your choice$/);
  const apart = screen.getByText('If it applies:').parentElement;
  const names = (element: Element | null) =>
    [...(element?.querySelectorAll('button') ?? [])].map((button) => button.textContent);
  expect(names(apart)).toEqual(['D390 vies', 'D700 open', 'Pay for capital']);
  expect(screen.getByRole('button', { name: 'D177 chosen your choice' })).toBeVisible();
  expect(screen.getByRole('region', { name: /^If it happens/ })).toHaveTextContent('(1)');
  expect(screen.getByRole('region', { name: /^Without a fixed day/ })).toHaveTextContent('(1)');
});
