import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { describe, expect, test } from 'vitest';
import { exampleSubscription } from '../../test/example-subscription.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { arrivedAt, renderApp } from '../../test/render-app.tsx';
import { ConfirmScreen } from './confirm-screen.tsx';

const refusal = (code: string, status: number) => ({ status, body: { code, error: 'x' } });
const subscription = exampleSubscription({ token: 's3t' });

function serve(replies: Parameters<typeof fakeServer>[0] = {}) {
  fakeServer({
    '/subscriptions/t0k': { body: exampleSubscription({ status: 'unconfirmed' }) },
    '/subscriptions/t0k/confirm': { body: subscription },
    '/subscriptions/t0k/undo-confirm': { body: exampleSubscription({ status: 'left' }) },
    '/subscriptions/s3t/rejoin': { body: exampleSubscription() },
    ...replies,
  });
}

const open = (token = 't0k') =>
  renderApp({
    element: (
      <StrictMode>
        <ConfirmScreen token={token} />
      </StrictMode>
    ),
  });
const posts = () => sent.filter(({ method }) => method === 'POST').map(({ path }) => path);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('confirm', () => {
  test('opening the page confirms once and shows what arrives and how often', async () => {
    serve();
    open();
    expect(screen.getByRole('progressbar')).toHaveAccessibleName('Confirming your subscription');
    await arrivedAt('You are subscribed');
    expect(screen.getByText('From now on we will write to a**a@example.org.')).toBeVisible();
    const terms = screen.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual([
      'Right away',
      'Every week',
      'On Mondays',
      'From time to time',
      'Topics',
    ]);
    expect(screen.getByText('a summary of the changes from “Moderate” up')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose what you get' })).toHaveAttribute(
      'href',
      '/mail/preferences?token=s3t',
    );
    expect(posts()).toEqual(['/subscriptions/t0k/confirm']);
    await waitFor(() => expect(document.title).toBe('You are subscribed · Paragraf'));
  });

  test('it is taken back, and then wanted again', async () => {
    serve();
    const user = userEvent.setup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Cancel the subscription' }));
    await arrivedAt('Subscription cancelled');
    expect(screen.getByText('We will send nothing more to a**a@example.org.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Subscribe again' }));
    await arrivedAt('You are subscribed');
    expect(posts()).toEqual([
      '/subscriptions/t0k/confirm',
      '/subscriptions/t0k/undo-confirm',
      '/subscriptions/s3t/rejoin',
    ]);
    expect(screen.getByRole('link', { name: 'Choose what you get' })).toHaveAttribute(
      'href',
      '/mail/preferences?token=s3t',
    );
  });

  test('a repeated confirmation is reported as such', async () => {
    serve({ '/subscriptions/t0k': { body: subscription } });
    open();
    expect(await heading('You are already subscribed')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel the subscription' })).toBeVisible();
  });

  test.each([
    ['link_expired', 410, 'This link has expired'],
    ['link_used', 410, 'This link was used before'],
    ['invalid_link', 400, 'This link does not work'],
    ['subscription_not_found', 404, 'This subscription no longer exists'],
  ])('%s: says so and asks for the address once more', async (code, status, title) => {
    serve({
      '/subscriptions/t0k/confirm': refusal(code, status),
      '/subscribe': { body: { message: 'x' } },
    });
    const user = userEvent.setup();
    open();
    await arrivedAt(title);
    await user.type(screen.getByLabelText('E-mail address'), 'ana@example.org{Enter}');
    expect(await screen.findByText('Subscribed successfully!')).toBeVisible();
    expect(screen.getByText(/^We have just sent you a message/)).toBeVisible();
  });

  test('an address without a token is not sent anywhere', async () => {
    serve();
    open('');
    expect(await heading('This link does not work')).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('a server in trouble: the button does what should have happened by itself', async () => {
    let broken = true;
    serve({
      '/subscriptions/t0k/confirm': () =>
        broken ? refusal('internal', 500) : { body: subscription },
    });
    const user = userEvent.setup();
    open();
    await arrivedAt('Not confirmed yet');
    expect(screen.getByText('Something went wrong. Please try again.')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Confirm the subscription' }));
    await arrivedAt('You are subscribed');
  });

  test('without a network it waits, and goes on when the connection is back', async () => {
    let offline = true;
    serve({
      '/subscriptions/t0k': () => {
        if (offline) throw new TypeError('no network');
        return { body: exampleSubscription({ status: 'unconfirmed' }) };
      },
    });
    open();
    expect(await heading('Not confirmed yet')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(/^You are offline/);
    offline = false;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await heading('You are subscribed')).toBeVisible();
  });

  test('a failed undo shows beside the button, which keeps the focus', async () => {
    serve({ '/subscriptions/t0k/undo-confirm': refusal('internal', 500) });
    const user = userEvent.setup();
    open();
    const undo = await screen.findByRole('button', { name: 'Cancel the subscription' });
    await user.click(undo);
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeVisible();
    expect(undo).toHaveFocus();
  });

  test('the page follows the language of the subscription, unless another was chosen here', async () => {
    serve({ '/subscriptions/t0k/confirm': { body: exampleSubscription({ language: 'ro' }) } });
    serve({ '/subscriptions/t0k': { body: exampleSubscription({ language: 'ro' }) } });
    const { unmount } = open();
    expect(await heading('Abonarea este deja confirmată')).toBeVisible();
    expect(window.localStorage.getItem('language')).toBeNull();
    unmount();
    window.localStorage.setItem('language', 'ro');
    serve();
    open();
    await waitFor(() => expect(posts()).toHaveLength(1));
    expect(await heading('Te-ai abonat')).toBeVisible();
  });
});
