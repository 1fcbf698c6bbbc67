import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { accountIntent } from '../../hooks/account-intent.ts';
import { deviceAnswers } from '../../hooks/device-answers.ts';
import * as files from '../../save-file.ts';
import { exampleQuestion, exampleReport } from '../../test/example-concerns.ts';
import { exampleUserData } from '../../test/example-user-data.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { DeadlinesScreen } from './deadlines-screen.tsx';

const settings = { language: 'en', alarms: [7], roles: [] };

function serve(more = {}) {
  return fakeServer({
    '/deadlines': { body: [] },
    '/duties': { body: [] },
    '/topics': { body: [] },
    '/concerns': { body: exampleReport({}) },
    '/concerns/questions': { body: [exampleQuestion({ id: 'vat' })] },
    '/users/user-data/uid1': { body: exampleUserData({}) },
    '/users/calendar/uid1': { body: settings },
    '/users/profiles/uid1': { body: [] },
    ...more,
  });
}

beforeEach(() => {
  showSession('signed_out');
  deviceAnswers.erase();
  accountIntent.forget();
  vi.spyOn(files, 'saveFile').mockReset();
});

async function openDialog(at: string) {
  renderApp({ at, element: <DeadlinesScreen /> });
  if (!at.includes('#'))
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
  return within(await screen.findByRole('dialog'));
}

test('a visitor with answers first gets a file of the own dates', async () => {
  deviceAnswers.set('vat', 'monthly');
  serve({ '/concerns.ics': { body: 'BEGIN:VCALENDAR' } });
  const dialog = await openDialog('/app?screen=deadlines&tab=mine');
  const save = dialog.getByRole('button', { name: 'Download your deadlines' });
  const others = dialog.getByRole('heading', { name: 'Everyone’s deadlines' });
  expect(save.compareDocumentPosition(others)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(others.compareDocumentPosition(dialog.getByRole('textbox'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await userEvent.click(save);
  await vi.waitFor(() => expect(files.saveFile).toHaveBeenCalledOnce());
  expect(files.saveFile).toHaveBeenCalledWith(expect.any(Blob), 'paragraf.ics');
  expect(sent.find(({ path }) => path === '/concerns.ics')?.body).toMatchObject({
    facts: { vat: 'monthly' },
    other_profiles: [],
    lang: 'en',
  });
});

test('a lasting calendar needs an account, and the sign-in returns to it', async () => {
  deviceAnswers.set('vat', 'monthly');
  serve();
  const dialog = await openDialog('/app?screen=deadlines&tab=mine&month=2026-12');
  await userEvent.click(dialog.getByRole('link', { name: 'Sign in' }));
  const place = accountIntent.takePlace() ?? '';
  expect(place).toBe('/app?screen=deadlines&tab=mine&month=2026-12#calendar');
  deviceAnswers.erase();
  expect(await openDialog(place)).toBeDefined();
});

test('without answers, and on the tab of all, the calendar is that of everybody alone', async () => {
  serve();
  const dialog = await openDialog('/app?screen=deadlines&tab=all');
  expect(dialog.queryByRole('button', { name: 'Download your deadlines' })).toBeNull();
  expect(dialog.getByRole('textbox')).toBeVisible();
});

test('with answers, the calendar of an account asks for no roles', async () => {
  showSession({});
  const profile = { id: 'p', name: 'Eu', facts: { vat: 'monthly' }, skipped: [] };
  serve({ '/users/profiles/uid1': { body: [profile] } });
  const dialog = await openDialog('/app?screen=deadlines&tab=mine');
  expect(await dialog.findByText(/certainly due, based on your answers/)).toBeVisible();
  expect(dialog.getByRole('link', { name: 'See your answers' })).toHaveAttribute(
    'href',
    expect.stringContaining('screen=questions'),
  );
  expect(dialog.queryByRole('group', { name: 'Recurring duties of' })).toBeNull();
  expect(dialog.getByRole('group', { name: 'When the calendar reminds you' })).toBeVisible();
});

test('without answers, the calendar of an account has the duties of the chosen roles', async () => {
  showSession({});
  serve();
  const dialog = await openDialog('/app?screen=deadlines&tab=mine');
  expect(await dialog.findByRole('group', { name: 'Recurring duties of' })).toBeVisible();
});
