import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { SubscribeForm } from './subscribe-form.tsx';

async function send() {
  const user = userEvent.setup();
  render(<SubscribeForm />);
  const field = screen.getByRole('textbox', { name: 'E-mail address' });
  await user.type(field, 'ana@example.org');
  await user.click(screen.getByRole('button', { name: 'Notify me' }));
  return field;
}

describe('subscribe', () => {
  test.each([
    [200, { message: 'Subscribed successfully!' }, 'Subscribed successfully!', 'good'],
    [
      409,
      { error: 'Email already subscribed', code: 'already_subscribed' },
      'Email was already subscribed',
      'bad',
    ],
    [400, { error: 'No.', code: 'invalid', field: 'email' }, 'Subscription failed', 'bad'],
    [429, { error: 'Slow.', code: 'too_many_requests' }, 'Subscription failed', 'bad'],
    [500, { error: 'x', code: 'internal' }, 'Subscription failed', 'bad'],
  ])('%d', async (status, body, text, look) => {
    fakeServer({ '/subscribe': { status, body } });
    const field = await send();
    const message = await screen.findByText(text);
    expect(message).toHaveClass(look);
    expect(screen.getByRole('status')).toContainElement(message);
    expect(field).toHaveValue('');
  });

  test('no network: the message of the exception is told', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const field = await send();
    expect(await screen.findByText('Subscription failed: Failed to fetch')).toHaveClass('bad');
    expect(field).toHaveValue('');
  });

  test('the button is busy while it waits', async () => {
    let answer: (response: Response) => void = () => {};
    vi.spyOn(globalThis, 'fetch').mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await send();
    expect(screen.getByRole('button', { name: 'Sending…' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    answer(Response.json({ message: 'ok' }));
    expect(await screen.findByRole('button', { name: 'Notify me' })).toBeEnabled();
  });
});
