import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Subscription } from '../../api/mail-types.ts';
import { daysAfter } from '../../api/plain-dates.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { examplePreferences, exampleSubscription } from '../../test/example-subscription.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { arrivedAt, renderApp } from '../../test/render-app.tsx';
import { PreferencesScreen } from './preferences-screen.tsx';

const refusal = (code: string, status: number) => ({ status, body: { code, error: 'x' } });

/** Stores what it receives, as the server does. */
function serve(begin: Partial<Subscription> = {}, replies: Parameters<typeof fakeServer>[0] = {}) {
  let now = exampleSubscription(begin);
  const become = (next: Partial<Subscription>) => {
    now = { ...now, ...next };
    return { body: now };
  };
  fakeServer({
    '/subscriptions/t0k': (_, { method, body }) => {
      if (method === 'DELETE') return { body: {} };
      const { language = now.language, ...rest } = body ?? {};
      return become({ language, preferences: { ...now.preferences, ...rest } });
    },
    '/subscriptions/t0k/leave': () => become({ status: 'left' }),
    '/subscriptions/t0k/rejoin': () => become({ status: 'confirmed' }),
    ...replies,
  });
}

const show = () => renderApp({ element: <PreferencesScreen token="t0k" /> });
const changes = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const group = (name: string) => within(screen.getByRole('group', { name }));
const saved = () => screen.findByText('Saved.');

async function open() {
  const { unmount } = show();
  await screen.findByRole('group', { name: 'Summary' });
  return { user: userEvent.setup(), unmount };
}

describe('preferences', () => {
  test('shows whose they are and what is chosen', async () => {
    serve();
    await open();
    expect(screen.getByText('To a**a@example.org.')).toBeVisible();
    expect(group('Right away, by e-mail').getByLabelText('Urgent only')).toBeChecked();
    expect(group('Summary').getByLabelText('Every week')).toBeChecked();
    expect(screen.getByLabelText('What goes into the summary')).toHaveDisplayValue(
      '“Moderate” and above',
    );
    expect(group('Topics').getByLabelText('All topics')).toBeChecked();
    expect(screen.getByLabelText('Deadlines, on Mondays')).toBeChecked();
    expect(screen.getByText('Every change is saved right away.')).toBeVisible();
  });

  test('an old link explains itself and is replaced', async () => {
    serve({ may_change: false }, { '/subscriptions/t0k/new-link': { body: {} } });
    show();
    expect(await heading('This link is too old to change settings')).toBeVisible();
    expect(screen.queryByRole('group')).not.toBeInTheDocument();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Send me a new link' }));
    await arrivedAt('We have sent you a new link');
    expect(screen.getByText(/we have just sent to a\*\*a@example\.org/)).toBeVisible();
  });

  test('an old link unsubscribes, and cannot undo it', async () => {
    serve({ may_change: false });
    show();
    const leave = await screen.findByRole('button', { name: 'Stop all messages' });
    await userEvent.setup().click(leave);
    await arrivedAt('You will get nothing more from us');
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(screen.getByLabelText('E-mail address')).toBeVisible();
  });

  test('each choice is saved by itself, and only what has changed is sent', async () => {
    serve();
    const { user } = await open();
    await user.click(group('Right away, by e-mail').getByLabelText('Important too'));
    await saved();
    await user.click(group('Right away, by e-mail').getByLabelText('Never'));
    await user.click(group('Summary').getByLabelText('Every day'));
    await user.selectOptions(screen.getByLabelText('What goes into the summary'), 'All changes');
    await user.click(screen.getByLabelText('Even when nothing has changed'));
    await user.click(screen.getByLabelText('Deadlines, on Mondays'));
    await user.click(screen.getByLabelText('News about Paragraf'));
    await saved();
    expect(Object.assign({}, ...changes())).toEqual({
      urgent_from: null,
      digest: 'daily',
      digest_from: 1,
      digest_when_empty: true,
      deadlines: false,
      news: false,
    });
    expect(changes()[0]).toEqual({ urgent_from: 4 });
  });

  test('shows no summary when there is none', async () => {
    serve();
    const { user } = await open();
    await user.click(group('Summary').getByLabelText('Never'));
    expect(screen.getByLabelText('What goes into the summary')).toBeDisabled();
    expect(screen.getByLabelText('Even when nothing has changed')).toBeDisabled();
  });

  test('no ticked topic counts as all, and the page says so', async () => {
    serve();
    const { user } = await open();
    await user.click(screen.getByLabelText('Chosen topics'));
    expect(screen.getByText('Until you tick one, all topics count.')).toBeVisible();
    expect(changes()).toEqual([]);
    await user.click(screen.getByLabelText('Employment'));
    await saved();
    await user.click(screen.getByLabelText('Renting out'));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(screen.queryByText('Until you tick one, all topics count.')).toBeNull();
    await user.click(screen.getByLabelText('All topics'));
    await waitFor(() => expect(changes()).toHaveLength(3));
    expect(changes()).toEqual([
      { topics: ['munca'] },
      { topics: ['inchirieri', 'munca'] },
      { topics: [] },
    ]);
    expect(screen.queryByLabelText('Employment')).toBeNull();
  });

  test('a pause: two weeks, a day of one’s own, and its end', async () => {
    serve();
    const { user } = await open();
    const today = todayInBucharest();
    await user.click(screen.getByRole('button', { name: '2 weeks' }));
    expect(await screen.findByText(/^Paused until /)).toBeVisible();
    const day = screen.getByLabelText('Or until a date');
    await user.type(day, '2020-01-01');
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(day).toHaveAccessibleDescription('Choose a day after today.');
    expect(day).toHaveFocus();
    await user.clear(day);
    await user.type(day, '2099-03-05');
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Paused until 5 March 2099.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'End the pause' }));
    expect(screen.getByRole('button', { name: '2 weeks' })).toHaveFocus();
    await saved();
    expect(changes()).toEqual([
      { paused_until: daysAfter(today, 14) },
      { paused_until: '2099-03-05' },
      { paused_until: null },
    ]);
  });

  test('a pause that is over is none', async () => {
    serve({ preferences: examplePreferences({ paused_until: todayInBucharest() }) });
    await open();
    expect(screen.queryByText(/^Paused/)).toBeNull();
  });

  test('the language is that of the mails and of this page', async () => {
    serve();
    const { user } = await open();
    await user.click(group('Language').getByLabelText('Română'));
    expect(await heading('Ce îți trimitem')).toBeVisible();
    expect(changes()).toEqual([{ language: 'ro' }]);
    expect(window.localStorage.getItem('language')).toBeNull();
  });

  test('leaving, and coming back to the form', async () => {
    serve();
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Stop all messages' }));
    await arrivedAt('You will get nothing more from us');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await arrivedAt('What we send you');
    expect(screen.getByText('You will get messages again, as chosen below.')).toBeVisible();
  });

  test('deleting asks first, and can be thought better of', async () => {
    serve();
    const { user } = await open();
    const button = screen.getByRole('button', { name: 'Delete my data' });
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Delete your data?' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button).toHaveFocus();
    expect(dialog).not.toBeInTheDocument();
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'Delete for good' }));
    await arrivedAt('Your data has been deleted');
    expect(sent.at(-1)?.method).toBe('DELETE');
  });

  test('of an account: its own settings are meant, and its topics are those it follows', async () => {
    serve(
      { has_account: true },
      { '/subscriptions/t0k': () => ({ body: exampleSubscription({ has_account: true }) }) },
    );
    await open();
    expect(screen.getByText('This address has an account')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Topics' })).toBeNull();
  });

  test('an unconfirmed address sees what is missing', async () => {
    serve({ status: 'unconfirmed' });
    await open();
    expect(screen.getByText('This address is not confirmed yet')).toBeVisible();
  });

  test('a link that leads nowhere', async () => {
    serve({}, { '/subscriptions/t0k': refusal('invalid_link', 400) });
    show();
    expect(await heading('This link does not work')).toBeVisible();
  });

  test('settings that do not come can be asked for again', async () => {
    let broken = true;
    serve(
      {},
      {
        '/subscriptions/t0k': () =>
          broken ? refusal('internal', 500) : { body: exampleSubscription() },
      },
    );
    show();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    broken = false;
    await userEvent.setup().click(retry);
    expect(await screen.findByRole('group', { name: 'Summary' })).toBeVisible();
  });
});
