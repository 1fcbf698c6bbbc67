import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleReader } from '../../test/example-reader.ts';
import { assertion, fakePasskeys, refused } from '../../test/fake-passkeys.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { PasskeysSection } from './passkeys-section.tsx';

const laptop = { id: 'p1', name: 'Laptop', created_at: '2026-11-01T09:00:00Z' };
const phone = { ...laptop, id: 'p2', name: 'Telefon', last_used_at: '2026-11-20T09:00:00Z' };
const started = { transaction: 't1', options: { challenge: 'AAAA' } };

function serve(replies: Parameters<typeof fakeServer>[0] = {}, offered = true) {
  const options = [{ provider: 'password' }, ...(offered ? [{ provider: 'passkey' }] : [])];
  fakeServer({
    '/auth/v1/config': { body: { sign_in_options: options } },
    '/auth/v1/passkeys': { body: { passkeys: [laptop, phone] } },
    '/auth/v1/passkeys/enroll/start': { body: started },
    '/auth/v1/passkeys/enroll/finalize': { body: laptop },
    '/auth/v1/passkeys/p1': { body: laptop },
    ...replies,
  });
}

const show = (methods = ['password', 'passkey']) => {
  const reader = { ...exampleReader(), signInMethods: methods };
  return renderApp({
    at: '/app',
    element: <PasskeysSection reader={reader} sensitive={(work) => work()} />,
  });
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => showSession({}));
afterEach(() => vi.unstubAllGlobals());

describe('passkeys', () => {
  test('K02 each has its name, times and buttons', async () => {
    fakePasskeys();
    serve();
    show();
    const rows = await screen.findAllByRole('listitem');
    expect(rows[0]).toHaveTextContent(/Laptop.*not used yet/);
    expect(rows[1]).toHaveTextContent(/Telefon.*last used on/);
    await press('Remove Laptop');
    expect(await screen.findByText(/^Passkey removed/)).toBeVisible();
    expect(sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/auth/v1/passkeys/p1',
    ]);
  });

  test('K02 the name is changed in place', async () => {
    fakePasskeys();
    serve();
    show();
    await press('Rename Laptop');
    const input = screen.getByLabelText('Name of the passkey');
    expect(input).toHaveValue('Laptop');
    await userEvent.clear(input);
    await userEvent.type(input, 'Acasă{Enter}');
    expect(await screen.findByText('Name saved.')).toBeVisible();
    const posted = sent.find(({ path }) => path === '/auth/v1/passkeys/p1');
    expect(posted?.body).toEqual({ name: 'Acasă' });
    expect(screen.queryByLabelText('Name of the passkey')).toBeNull();
  });

  test('one is added through the browser, and a refusal there is silent', async () => {
    const browser = fakePasskeys();
    serve();
    show(['password']);
    await press('Add a passkey');
    expect(await screen.findByText(/^Passkey added/)).toBeVisible();
    const posted = sent.find(({ path }) => path.endsWith('finalize'));
    expect(posted?.body).toEqual({ transaction: 't1', credential: assertion, name: '' });
    browser.create.mockRejectedValueOnce(refused());
    await press('Add a passkey');
    expect(within(screen.getByRole('region')).getByRole('status')).toBeEmptyDOMElement();
  });

  test('a device that has one already says so', async () => {
    const exists = new DOMException('exists', 'InvalidStateError');
    fakePasskeys(undefined, () => Promise.reject(exists));
    serve();
    show();
    await press('Add a passkey');
    expect(await screen.findByText(/^This device already has a passkey/)).toBeVisible();
  });

  test('K14 where passkeys are not offered, those from before can only be removed', async () => {
    fakePasskeys();
    serve({}, false);
    show();
    expect(await screen.findByRole('button', { name: 'Remove Laptop' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });
});
