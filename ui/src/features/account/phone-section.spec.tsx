import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleReader } from '../../test/example-reader.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { PhoneSection } from './phone-section.tsx';

/* Finds a solution at once. */
class QuickWorker {
  onmessage: ((event: { data: object }) => void) | undefined;
  postMessage(): void {
    queueMicrotask(() => this.onmessage?.({ data: { counter: 1, derivedKey: '00' } }));
  }
  terminate(): void {}
}

const config = {
  sign_in_options: [
    { provider: 'password' },
    { provider: 'phone', countries: ['RO'], default_country: 'RO' },
  ],
  captcha: { kind: 'proof_of_work' },
};

function serve(replies: Parameters<typeof fakeServer>[0] = {}) {
  fakeServer({
    '/auth/v1/config': { body: config },
    '/auth/v1/captcha': { body: { kind: 'proof_of_work', challenge: {} } },
    '/auth/v1/phone/send': { body: { session_info: 's1', phone: '+40722123456' } },
    '/auth/v1/phone/link': { body: { access_token: 'a', user: {} } },
    ...replies,
  });
}

const show = (phoneNumber?: string) =>
  renderApp({
    at: '/app',
    element: (
      <PhoneSection
        reader={{ ...exampleReader(), ...(phoneNumber && { phoneNumber }) }}
        sensitive={(work) => work()}
      />
    ),
  });

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function toCode() {
  await press('Add a number');
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), '0722123456');
  await userEvent.click(screen.getByRole('checkbox'));
  await screen.findByText('Checked');
  await press('Send the code');
  await userEvent.type(await screen.findByLabelText('6-digit code'), '123456');
  await press('Continue');
}

beforeEach(() => {
  showSession({});
  vi.stubGlobal('Worker', QuickWorker);
});
afterEach(() => vi.unstubAllGlobals());

describe('the telephone number of the account', () => {
  test('is added with captcha and code', async () => {
    serve();
    show();
    await toCode();
    expect(await screen.findByText('Your account now has this number.')).toBeVisible();
    const bodies = sent.filter(({ path }) => path.startsWith('/auth/v1/phone'));
    const solution = { challenge: {}, solution: { counter: 1, derivedKey: '00' } };
    const captcha = btoa(JSON.stringify(solution));
    expect(bodies.map(({ body }) => body)).toEqual([
      { phone: '0722123456', country: 'RO', captcha, lang: 'en' },
      { session_info: 's1', code: '123456' },
    ]);
  });

  test('of another account stays there', async () => {
    const proof = { phone: '+40722123456', temporary_proof: 'p', expires_in: 3600 };
    serve({ '/auth/v1/phone/link': { status: 202, body: proof } });
    show();
    await toCode();
    expect(await screen.findByText(/already belongs to another account/)).toBeVisible();
  });

  test('needs a number and a captcha before anything is sent', async () => {
    serve();
    show();
    await press('Add a number');
    await press('Send the code');
    expect(await screen.findByText('Enter a valid phone number')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), '0722123456');
    await press('Send the code');
    expect(await screen.findByText('Solve the reCAPTCHA')).toBeVisible();
    expect(sent.filter(({ path }) => path === '/auth/v1/phone/send')).toEqual([]);
  });

  test('is shown and removed', async () => {
    serve({ '/auth/v1/link/phone': { body: { access_token: 'a', user: {} } } });
    show('+40722123456');
    expect(await screen.findByText(/\+40722123456/)).toBeVisible();
    await press('Remove the number');
    expect(await screen.findByText('The number was removed.')).toBeVisible();
  });

  test('is not offered where numbers are not used', async () => {
    serve({ '/auth/v1/config': { body: { sign_in_options: [{ provider: 'password' }] } } });
    show();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole('region')).toBeNull();
  });
});
