import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { selectLanguage } from '../i18n/setup.ts';
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
    [409, { error: 'Email already subscribed' }, 'Email was already subscribed', 'bad'],
    [500, null, 'Subscription failed', 'bad'],
    [400, { error: 'No.', code: 'invalid', field: 'email' }, 'Subscription failed', 'bad'],
    [429, { error: 'Slow.', code: 'too_many_requests' }, 'Subscription failed', 'bad'],
    [500, { error: 'x', code: 'internal' }, 'Subscription failed', 'bad'],
  ])('%d', async (status, body, text, look) => {
    fakeServer({ '/subscribe': { status, body } });
    const field = await send();
    const message = await screen.findByText(text);
    expect(message.parentElement).toHaveClass(look);
    expect(screen.getByRole('status')).toContainElement(message);
    expect(screen.queryAllByText(/^We have just sent you a message/)).toHaveLength(
      status === 200 ? 1 : 0,
    );
    // True for every address that the server answers so, and it reveals nothing about this one.
    expect(
      screen.queryAllByText(/^Nothing arrives\? If the address is not confirmed/),
    ).toHaveLength(status === 409 ? 1 : 0);
    expect(field).toHaveValue('');
  });

  test("no network: the exception's message is shown", async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const field = await send();
    const message = await screen.findByText('Subscription failed: Failed to fetch');
    expect(message.parentElement).toHaveClass('bad');
    expect(field).toHaveValue('');
  });

  test("the exception's English message is not put into a Romanian sentence", async () => {
    await act(() => selectLanguage('ro'));
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const user = userEvent.setup();
    render(<SubscribeForm />);
    await user.type(screen.getByRole('textbox', { name: 'Adresa de e-mail' }), 'a@b.ro{Enter}');
    const text = 'Abonarea nu a reușit: nu există conexiune cu serverul';
    expect(await screen.findByText(text)).toBeVisible();
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

const bodies = () =>
  vi.mocked(fetch).mock.calls.map(([, init]) => JSON.parse(String(init?.body ?? '{}')));

describe('robots and haste', () => {
  test('two presses of Enter send once', async () => {
    vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
    const user = userEvent.setup();
    render(<SubscribeForm />);
    await user.type(screen.getByRole('textbox'), 'ana@example.org{Enter}{Enter}');
    await user.click(screen.getByRole('button', { name: 'Sending…' }));
    expect(bodies()).toEqual([{ email: 'ana@example.org', lang: 'en', website: '' }]);
  });

  test('the field that people do not see is sent as a robot fills it', async () => {
    fakeServer({ '/subscribe': { body: { message: 'ok' } } });
    const { container } = render(<SubscribeForm />);
    const trap = container.querySelector<HTMLInputElement>('[name=website]');
    expect(trap).toHaveAttribute('tabindex', '-1');
    expect(trap?.closest('[aria-hidden=true]')).not.toBeNull();
    fireEvent.change(trap as HTMLInputElement, { target: { value: 'https://spam.example' } });
    await userEvent.type(screen.getByRole('textbox'), 'a@example.org{Enter}');
    await screen.findByText('Subscribed successfully!');
    expect(bodies()[0]).toMatchObject({ website: 'https://spam.example' });
  });

  test('a proof of work is found and sent with the same address', async () => {
    const challenge = {
      algorithm: 'sha-256',
      salt: 'aa',
      target_bits: 6,
      expires_at: '2026-11-21T12:10:00Z',
      signature: 'bb',
    };
    let asked = 0;
    fakeServer({
      '/subscribe': () => {
        asked += 1;
        return asked === 1
          ? { status: 429, body: { code: 'proof_required', error: 'x', proof: challenge } }
          : { body: { message: 'ok' } };
      },
    });
    await send();
    await screen.findByText('Subscribed successfully!');
    const [, second] = bodies();
    const { salt, expires_at, signature } = challenge;
    expect(second).toEqual({
      email: 'ana@example.org',
      lang: 'en',
      website: '',
      proof: { salt, expires_at, signature, nonce: expect.any(Number) },
    });
  });

  test('a server that is never satisfied ends in a failure', async () => {
    const proof = { salt: 'aa', target_bits: 0, expires_at: 'x', signature: 'y' };
    fakeServer({ '/subscribe': { status: 429, body: { code: 'proof_required', proof } } });
    await send();
    expect(await screen.findByText('Subscription failed')).toBeVisible();
    expect(bodies()).toHaveLength(2);
  });

  test('after a lost connection the same address can be sent again', async () => {
    const user = userEvent.setup();
    vi.spyOn(globalThis, 'fetch')
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(Response.json({ message: 'ok' }));
    await send();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Subscribed successfully!')).toBeVisible();
    expect(bodies().map(({ email }) => email)).toEqual(['ana@example.org', 'ana@example.org']);
    expect(screen.getByRole('button', { name: 'Notify me' })).toHaveFocus();
  });
});
