import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Subscription } from '../../api/mail-types.ts';
import { monthLater } from '../../api/plain-dates.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { exampleSubscription } from '../../test/example-subscription.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { arrivedAt, renderApp } from '../../test/render-app.tsx';
import { UnsubscribeScreen } from './unsubscribe-screen.tsx';

const refusal = (code: string, status: number) => ({ status, body: { code, error: 'x' } });
const left = exampleSubscription({ status: 'left' });

function serve(replies: Parameters<typeof fakeServer>[0] = {}) {
  let now: Subscription = exampleSubscription();
  const become = (next: Subscription) => () => {
    now = next;
    return { body: now };
  };
  fakeServer({
    '/subscriptions/t0k': () => ({ body: now }),
    '/subscriptions/t0k/leave': become(left),
    '/subscriptions/t0k/rejoin': become(exampleSubscription()),
    ...replies,
  });
}

const open = () => renderApp({ element: <UnsubscribeScreen token="t0k" /> });
const posts = () => sent.filter(({ method }) => method === 'POST');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: string) =>
  userEvent.setup().click(await screen.findByRole('button', { name }));

describe('unsubscribe', () => {
  test('opening the page changes nothing; one press leaves; one press undoes', async () => {
    serve();
    open();
    expect(await screen.findByText(/nothing more to a\*\*a@example\.org/)).toBeVisible();
    expect(posts()).toEqual([]);
    await press('Stop all messages');
    await arrivedAt('You will get nothing more from us');
    await press('Undo');
    await arrivedAt('You will get messages again');
    expect(screen.getByRole('link', { name: 'All settings' })).toHaveAttribute(
      'href',
      '/mail/preferences?token=t0k',
    );
    expect(posts().map(({ path }) => path)).toEqual([
      '/subscriptions/t0k/leave',
      '/subscriptions/t0k/rejoin',
    ]);
  });

  const quiet = { deadlines: false, reminders: false, news: false, digest_when_empty: false };
  test.each([
    [
      'One summary a week',
      { ...quiet, digest: 'weekly', urgent_from: null },
      'One summary a week, nothing else',
    ],
    [
      'Only urgent changes',
      { ...quiet, digest: 'never', urgent_from: 5 },
      'Only urgent changes from now on',
    ],
    ['A month’s break', { paused_until: monthLater(todayInBucharest()) }, 'Nothing for a month'],
  ])('less instead: %s is sent before mails resume', async (name, change, title) => {
    serve();
    open();
    await press('Stop all messages');
    await press(name);
    await arrivedAt(title);
    expect(posts().map(({ path, body }) => [path, body])).toEqual([
      ['/subscriptions/t0k/leave', undefined],
      ['/subscriptions/t0k', change],
      ['/subscriptions/t0k/rejoin', undefined],
    ]);
  });

  test('the button does not wait for what is known of the address', async () => {
    serve({ '/subscriptions/t0k': () => new Promise(() => {}) });
    open();
    await press('Stop all messages');
    expect(await heading('You will get nothing more from us')).toBeVisible();
  });

  test('a recipient who never subscribed can unsubscribe, without choices', async () => {
    serve({ '/subscriptions/t0k': refusal('subscription_not_found', 404) });
    open();
    await press('Stop all messages');
    expect(await heading('You will get nothing more from us')).toBeVisible();
    expect(screen.queryByText('Prefer fewer messages?')).toBeNull();
  });

  test('an unsubscribed address sees the undo at once', async () => {
    serve({ '/subscriptions/t0k': { body: left } });
    open();
    expect(await heading('You will get nothing more from us')).toBeVisible();
    expect(screen.getByText('Prefer fewer messages?')).toBeVisible();
  });

  test('with an account, notifications and the calendar stay', async () => {
    const body = exampleSubscription({ status: 'left', has_account: true });
    serve({ '/subscriptions/t0k': { body } });
    open();
    expect(
      await screen.findByText(/Notifications in the app and your calendar stay/),
    ).toBeVisible();
  });

  test('a link that leads nowhere asks for no address', async () => {
    serve({ '/subscriptions/t0k': refusal('invalid_link', 400) });
    open();
    expect(await heading('This link does not work')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('without a network the button stays and the reason shows', async () => {
    serve();
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
    open();
    await press('Stop all messages');
    expect(await screen.findByText(/^You are offline/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop all messages' })).toHaveFocus();
  });
});
