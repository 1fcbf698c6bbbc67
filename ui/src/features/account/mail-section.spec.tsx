import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { examplePreferences } from '../../test/example-subscription.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { MailSection } from './mail-section.tsx';

const path = '/users/mail-preferences/uid1';
const element = <MailSection uid="uid1" email="ana@example.org" />;

function serve(begin: object = {}) {
  let now = {
    email: 'ana@example.org',
    verified: true,
    language: 'en',
    in_app_from: 1,
    preferences: examplePreferences({ digest_from: 1 }),
    ...begin,
  };
  fakeServer({
    [path]: (_, { body }) => {
      const { in_app_from = now.in_app_from, preferences = {}, resume } = body ?? {};
      now = { ...now, in_app_from, preferences: { ...now.preferences, ...preferences } };
      if (resume) now = { ...now, stopped: undefined } as typeof now;
      return { body: now };
    },
  });
}

/** The table's cells, row by row: which importance arrives by which channel. */
function cells(): string[] {
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
  return rows.map((row) => {
    const said = within(row).getAllByRole('cell');
    return said.map((cell) => (cell.textContent === 'yes' ? 'y' : '-')).join('');
  });
}

beforeEach(() => showSession({}));

describe('e-mail and notifications', () => {
  test('the summary shows importance and channel', async () => {
    serve();
    const user = userEvent.setup();
    renderApp({ element });
    expect(await screen.findByRole('table', { name: 'By importance' })).toBeVisible();
    expect(cells()).toEqual(['yyy', 'y-y', 'y-y', 'y-y', 'y-y']);
    await user.selectOptions(screen.getByLabelText('In the app'), '“Important” and above');
    await user.click(screen.getByLabelText('Important too'));
    await user.selectOptions(
      screen.getByLabelText('What goes into the summary'),
      '“Moderate” and above',
    );
    expect(cells()).toEqual(['yyy', 'yyy', '--y', '---', '---']);
    await screen.findByText('Saved.');
    const posted = sent.filter(({ method }) => method === 'POST');
    expect(posted[0]?.body).toEqual({ in_app_from: 4, preferences: {} });
    expect(Object.assign({}, ...posted.map(({ body }) => body.preferences))).toEqual({
      urgent_from: 4,
      digest_from: 3,
    });
    expect(posted[0]?.authorization).toBe('Bearer token-1');
  });

  test('urgent changes that concern others can be switched off', async () => {
    serve();
    const user = userEvent.setup();
    renderApp({ element });
    const others = await screen.findByLabelText(/^Urgent changes that do not concern me/);
    expect(others).toBeChecked();
    await user.click(others);
    await screen.findByText('Saved.');
    const posted = sent.filter(({ method }) => method === 'POST');
    expect(posted.at(-1)?.body.preferences).toEqual({ urgent_for_others: false });
  });

  test('nothing by mail', async () => {
    serve({ preferences: examplePreferences({ urgent_from: null, digest: 'never' }) });
    renderApp({ element });
    await screen.findByRole('table');
    expect(cells()).toEqual(['y--', 'y--', 'y--', 'y--', 'y--']);
  });

  test('an unverified address sees when mails begin', async () => {
    serve({ verified: false });
    renderApp({ element });
    expect(await screen.findByText(/^This address is not confirmed yet/)).toBeVisible();
  });

  test('an address that unsubscribed sees that nothing comes, and takes it back', async () => {
    serve({ stopped: 'unsubscribed' });
    renderApp({ element });
    const notice = /^You unsubscribed from all messages, so we send nothing to ana@example\.org/;
    expect(await screen.findByText(notice)).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
    expect(sent.at(-1)?.body).toEqual({ resume: true });
  });

  test('an address that refuses our mails has nothing to press', async () => {
    serve({ stopped: 'blocked' });
    renderApp({ element });
    expect(await screen.findByText(/^We send nothing to ana@example\.org/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('the topics are those that are followed', async () => {
    serve();
    renderApp({ element });
    expect(await screen.findByRole('link', { name: 'See what you follow' })).toHaveAttribute(
      'href',
      '/app?screen=profile',
    );
    expect(screen.queryByRole('group', { name: 'Topics' })).toBeNull();
  });

  test('settings that do not come can be asked for again', async () => {
    fakeServer({ [path]: { status: 500, body: { code: 'internal' } } });
    renderApp({ element });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    serve();
    await userEvent.setup().click(retry);
    expect(await screen.findByRole('table')).toBeVisible();
  });
});
