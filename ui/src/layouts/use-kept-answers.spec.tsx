import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { keptReport } from '../api/kept-report.ts';
import { chosenProfile } from '../hooks/chosen-profile.ts';
import { deviceAnswers } from '../hooks/device-answers.ts';
import { useProfiles } from '../hooks/reader-profiles.ts';
import { exampleReport } from '../test/example-concerns.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { useKeptAnswers } from './use-kept-answers.ts';

function App() {
  useKeptAnswers();
  return <output>{JSON.stringify(useProfiles().profiles)}</output>;
}

const shown = () => JSON.parse(screen.getByRole('status').textContent || 'null');

function serve(status = 200) {
  const merged = [{ id: 'p1', name: 'Me', facts: { subject: 'person' }, skipped: [] }];
  fakeServer({
    '/users/profiles/uid1': { body: [] },
    '/users/profiles/uid1/merge': { status, body: status === 200 ? merged : { code: 'x' } },
  });
}

beforeEach(() => showSession('signed_out'));

test('the answers of the device join those of the account at sign-in, and leave the device', async () => {
  serve();
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z'), toFake: ['Date'] });
  deviceAnswers.set('subject', 'person');
  deviceAnswers.skip(['farms']);
  renderApp({ element: <App /> });
  expect(shown()).toMatchObject([{ facts: { subject: 'person' }, skipped: ['farms'] }]);
  expect(sent).toEqual([]);
  act(() => showSession({}));
  await waitFor(() => expect(deviceAnswers.get().facts).toEqual({}));
  expect(sent.find(({ path }) => path.endsWith('/merge'))?.body).toEqual({
    name: 'Me',
    facts: { subject: 'person' },
    skipped: ['farms'],
    answered_at: { subject: '2026-11-26T10:00:00.000Z' },
  });
  await waitFor(() => expect(shown()).toMatchObject([{ id: 'p1', name: 'Me' }]));
});

test('answers that the account does not take stay on the device', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  serve(503);
  deviceAnswers.set('subject', 'person');
  showSession({});
  renderApp({ element: <App /> });
  await waitFor(() => expect(warned).toHaveBeenCalled());
  expect(deviceAnswers.get().facts).toEqual({ subject: 'person' });
});

test('nothing of the account’s answers stays on the device after the sign-out', async () => {
  serve();
  showSession({});
  renderApp({ element: <App /> });
  chosenProfile.choose('p1');
  const input = { facts: { subject: 'srl' }, skipped: [], others: [], until: '2027-01-01' };
  keptReport.set({ uid: 'uid1', names: [] }, input, 'en', exampleReport());
  act(() => showSession('signed_out'));
  await waitFor(() => expect(shown()).toMatchObject([{ facts: {} }]));
  const left = Object.keys(window.localStorage).map((key) => window.localStorage.getItem(key));
  expect(left.join()).not.toMatch(/srl|p1/);
});

test('nothing that another account left on the device stays at sign-in', async () => {
  serve();
  const input = { facts: { subject: 'srl' }, skipped: [], others: [], until: '2027-01-01' };
  keptReport.set({ uid: 'uid2', names: ['SRL'] }, input, 'en', exampleReport());
  window.localStorage.setItem(
    'paragraf::pending-answers',
    JSON.stringify({ uid: 'uid2', changes: [{ profile: 'p9', name: 'SRL', facts: {} }] }),
  );
  showSession({});
  renderApp({ element: <App /> });
  await waitFor(() => expect(shown()).toEqual([]));
  const left = Object.keys(window.localStorage).map((key) => window.localStorage.getItem(key));
  expect(left.join()).not.toMatch(/SRL|p9/);
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});
