import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { concerned, exampleQuestion, exampleReport } from '../../test/example-concerns.ts';
import { exampleDuty as duty } from '../../test/example-deadlines.ts';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { DeadlinesScreen } from './deadlines-screen.tsx';

const kept = [
  { id: 'p1', name: 'Me', facts: { subject: 'person' }, skipped: [] },
  { id: 'p2', name: 'My firm', facts: { subject: 'srl' }, skipped: [] },
];
const day = { date: '2026-12-21', form: null, what: 'x' };
const yes = (profile: number) => concerned('yes', 'because', { profile });
const whole = {
  duties: {
    'd112-monthly': yes(1),
    rent: yes(0),
    open: concerned('maybe', '', { profile: 1, missing: ['vat_cash'] }),
  },
  dates: [
    { ...day, duty: 'd112-monthly', form: 'D112', profiles: [1] },
    { ...day, duty: 'rent', form: 'D212', profiles: [0] },
  ],
};
const ofFirm = {
  duties: { 'd112-monthly': concerned('yes', 'because') },
  dates: [{ ...day, duty: 'd112-monthly', form: 'D112' }],
};

beforeEach(() => {
  showSession({});
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z'), toFake: ['Date'] });
  fakeServer({
    '/users/user-data/uid1': { body: exampleUserData({}) },
    '/users/profiles/uid1': { body: kept },
    '/deadlines': { body: [] },
    '/duties': {
      body: [
        duty,
        { ...duty, id: 'rent', form: 'D212', short: 'rents', days: [{ id: 'rent', ...day }] },
        { ...duty, id: 'open', form: 'D700', short: 'changes' },
      ],
    },
    '/topics': { body: [] },
    '/concerns/questions': { body: [exampleQuestion({ id: 'vat_cash' })] },
    '/concerns': (_, { body }) => ({
      body: exampleReport(body.other_profiles.length > 0 ? whole : ofFirm),
    }),
  });
  renderApp({ at: '/app?screen=deadlines&month=2026-12', element: <DeadlinesScreen /> });
});

const spaced = (element: Element | null) => (element?.textContent ?? '').replaceAll('\u00a0', ' ');
const label = (name: string | RegExp) => screen.findByRole('button', { name });

test('the labels of a day stand below the profile and the month that they are about', async () => {
  const row = (await label('D112 payroll')).closest('li');
  expect(spaced(row)).toContain('My firm · NovemberD112 payroll');
  expect(spaced(row)).toContain('MeD212 rents');
  expect(spaced(row)).toMatch(/If it applies:My firmD700 changes/);
});

test('a question is answered in the profile that it is about', async () => {
  await userEvent.click(await label('D700 changes'));
  await userEvent.click(await screen.findByRole('button', { name: 'No' }));
  await waitFor(() =>
    expect(
      sent.find(({ path, method }) => path.includes('profiles') && method === 'POST')?.body,
    ).toMatchObject({ id: 'p2', facts: { vat_cash: false } }),
  );
});

test('chips choose the profiles, several at once and never none', async () => {
  const choices = within(await screen.findByRole('group', { name: 'Profiles' }));
  const chip = (name: string) => choices.getByRole('checkbox', { name });
  expect([chip('Me'), chip('My firm')].every((one) => (one as HTMLInputElement).checked)).toBe(
    true,
  );
  await label('D212 rents');
  await userEvent.click(chip('Me'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'D212 rents' })).toBeNull());
  const row = (await label('D112 payroll')).closest('li');
  expect(spaced(row)).not.toContain('My firm');
  await userEvent.click(chip('My firm'));
  expect(await label('D212 rents')).toBeVisible();
  expect(chip('Me')).toBeChecked();
  expect(screen.getByRole('link', { name: /^Profile/ })).toHaveAttribute(
    'href',
    '/app?screen=questions&at=list',
  );
});
