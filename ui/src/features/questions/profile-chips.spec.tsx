import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chosenProfile } from '../../hooks/chosen-profile.ts';
import { exampleQuestions, exampleReport } from '../../test/example-concerns.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { QuestionsScreen } from './questions-screen.tsx';

interface Kept {
  id: string;
  name: string;
  facts: object;
  skipped: string[];
}
let kept: Kept[];

function serve() {
  const removed = (id: string) => () => {
    kept = kept.filter((one) => one.id !== id);
    return { body: kept };
  };
  fakeServer({
    '/concerns/questions': { body: exampleQuestions },
    '/concerns': { body: exampleReport() },
    '/duties': { body: [] },
    '/lawchanges': { body: [] },
    '/users/profiles/uid1/p2': removed('p2'),
    '/users/profiles/uid1': (_, { method, body }) => {
      if (method !== 'POST') return { body: kept };
      if (kept.some(({ id, name }) => name === body.name && id !== body.id)) {
        return { status: 400, body: { code: 'invalid', field: 'name' } };
      }
      if (body.id) kept = kept.map((one) => (one.id === body.id ? { ...one, ...body } : one));
      else kept = [...kept, { id: 'p3', name: body.name, facts: {}, skipped: [] }];
      return { body: kept };
    },
  });
}

function show() {
  return renderApp({ at: '/app?screen=questions&at=list', element: <QuestionsScreen /> });
}
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const chips = () =>
  within(screen.getByRole('group', { name: 'Profiles' }))
    .getAllByRole('button')
    .map((chip) => `${chip.textContent} ${chip.getAttribute('aria-pressed')}`);

beforeEach(() => {
  showSession({});
  chosenProfile.forget();
  kept = [
    { id: 'p1', name: 'Me', facts: { subject: 'person' }, skipped: [] },
    { id: 'p2', name: 'My firm', facts: { subject: 'srl' }, skipped: [] },
  ];
  serve();
});

test('chips choose the profile whose answers are shown', async () => {
  show();
  const answers = within(await screen.findByRole('region', { name: 'Your answers' }));
  expect(answers.getByText('Myself')).toBeVisible();
  expect(answers.getByText(/kept in your account/)).toBeVisible();
  await click('My firm');
  expect(answers.getByText('A company')).toBeVisible();
  expect(chips()).toEqual(['Me false', 'My firm true']);
});

test('a profile is added under a name of its own, and its questions begin', async () => {
  const { address } = show();
  await click('Add a profile');
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of the profile' }), 'Me');
  await click('Save');
  expect(await screen.findByText(/that no other profile has/)).toBeVisible();
  const field = screen.getByRole('textbox', { name: 'Name of the profile' });
  expect(field).toHaveFocus();
  await userEvent.type(field, ' too');
  await click('Save');
  await waitFor(() => expect(address()).toBe('/app?screen=questions&at=subject'));
  await waitFor(() => expect(chips()).toEqual(['Me false', 'My firm false', 'Me too true']));
});

test('another profile that is chosen meanwhile is neither erased nor renamed', async () => {
  show();
  await click('My firm');
  await click('Erase “My firm”');
  await click('Me');
  expect(screen.queryByRole('button', { name: 'Erase' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Erase “Me”' })).toBeVisible();
  await click('Rename “Me”');
  await click('My firm');
  expect(screen.queryByRole('textbox', { name: 'Name of the profile' })).toBeNull();
});

test('the chosen profile is renamed, and erased after a second press', async () => {
  show();
  await click('My firm');
  await click('Rename “My firm”');
  const field = screen.getByRole('textbox', { name: 'Name of the profile' });
  await userEvent.clear(field);
  await userEvent.type(field, 'Firm');
  await click('Save');
  await waitFor(() => expect(chips()).toEqual(['Me false', 'Firm true']));
  await click('Erase “Firm”');
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await click('Erase');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Profiles' })).toBeNull());
  expect(screen.getByText('Myself')).toBeVisible();
});
