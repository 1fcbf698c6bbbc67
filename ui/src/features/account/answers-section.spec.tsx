import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { AnswersSection } from './answers-section.tsx';

beforeEach(() => showSession({}));

test('the account names the profiles that it keeps, and erases them after a second press', async () => {
  let kept = ['Me', 'My firm'].map((name) => ({ id: name, name, facts: {}, skipped: [] }));
  fakeServer({
    '/users/profiles/uid1': (_, { method }) => {
      if (method === 'DELETE') kept = [];
      return { body: kept };
    },
  });
  renderApp({ element: <AnswersSection uid="uid1" /> });
  const link = await screen.findByRole('link', { name: 'See or change: My firm' });
  expect(link.closest('li')).toHaveTextContent(/^My firm0 answers/);
  expect(screen.queryByText('Your account keeps no answers.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Erase all answers' }));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Erase all profiles' }));
  expect(await screen.findByText('Your account keeps no answers.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Your answers are erased.');
});

test('answers that could not be loaded are not said to be none', async () => {
  fakeServer({ '/users/profiles/uid1': { status: 400, body: { code: 'invalid' } } });
  renderApp({ element: <AnswersSection uid="uid1" /> });
  expect(await screen.findByText('Your answers could not be loaded.')).toBeVisible();
  expect(screen.queryByText('Your account keeps no answers.')).toBeNull();
});
