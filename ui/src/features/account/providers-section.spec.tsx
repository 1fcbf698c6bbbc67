import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleReader } from '../../test/example-reader.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ProvidersSection } from './providers-section.tsx';

const visit = 'v'.repeat(43);
const option = { provider_name: 'Google', provider: 'google.com' };

const begun = { body: { authorization_url: 'https://login.example/', transaction: visit } };
const conflict = (code: string) => ({ status: 409, body: { code, error: 'x' } });

function serve(replies: Parameters<typeof fakeServer>[0] = {}) {
  fakeServer({
    '/auth/v1/config': { body: { sign_in_options: [{ provider: 'password' }, option] } },
    '/auth/v1/link': { body: { user: {} } },
    ...replies,
  });
}

const reader = (signInMethods: string[]) => ({ ...exampleReader(), signInMethods });
const show = (methods: string[], at = '/app') =>
  renderApp({
    at,
    element: <ProvidersSection reader={reader(methods)} sensitive={(work) => work()} />,
  });

beforeEach(() => showSession({}));

describe('sign-in providers', () => {
  test('lists those configured here and those connected earlier', async () => {
    serve();
    show(['password', 'emailLink', 'oidc.gone']);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'GoogleConnect',
      'goneConnectedDisconnect',
    ]);
    const [google, gone] = rows.map((row) => within(row));
    expect(google?.getByRole('button', { name: 'Connect Google' })).toBeVisible();
    expect(gone?.getByRole('button', { name: 'Disconnect gone' })).toBeVisible();
  });

  test('is absent where there are none', async () => {
    serve({ '/auth/v1/config': { body: { sign_in_options: [{ provider: 'password' }] } } });
    show(['password']);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('the last way in cannot be disconnected', async () => {
    const body = { code: 'last_sign_in_method', error: 'x' };
    serve({ '/auth/v1/link/google.com': { status: 409, body } });
    show(['google.com']);
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect Google' }));
    expect(await screen.findByText(/^This is your only way to sign in/)).toBeVisible();
  });

  test.each([
    ['connected', { body: { user: {} } }, /^Connected\. You can now sign in this way/],
    ['somebody else’s', conflict('credential_already_in_use'), /already belongs to another user/],
    ['one too many', conflict('too_many_identities'), /as many provider accounts as it can have/],
  ])('a visit in a window: %s', async (_, link, text) => {
    serve({ '/auth/v1/idp/google.com/start': begun, '/auth/v1/link': link });
    const opened = { closed: false, close: vi.fn(), location: { href: '' } };
    vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    show(['password']);
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Google' }));
    await waitFor(() => expect(opened.location.href).toBe('https://login.example/'));
    const channel = new BroadcastChannel('paragraf::provider');
    channel.postMessage({ back: visit });
    expect(await screen.findByText(text)).toBeVisible();
    channel.close();
    expect(opened.close).toHaveBeenCalled();
    expect(sent.find(({ path }) => path.endsWith('/start'))?.body).toEqual({
      flow: 'popup',
      purpose: 'link',
    });
    expect(sent.at(-1)?.body).toEqual({ transaction: visit });
  });

  test('a window that is closed leaves everything as it was', async () => {
    serve({ '/auth/v1/idp/google.com/start': begun });
    const opened = { closed: true, close: vi.fn(), location: { href: '' } };
    vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
    show(['password']);
    const connect = await screen.findByRole('button', { name: 'Connect Google' });
    await userEvent.click(connect);
    await waitFor(() => expect(opened.close).toHaveBeenCalled(), { timeout: 3000 });
    await waitFor(() => expect(connect).toHaveAttribute('aria-disabled', 'false'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(sent.some(({ path }) => path === '/auth/v1/link')).toBe(false);
  });

  test('a visit that replaced the page is completed once, and the address is clean', async () => {
    serve();
    const { address } = show(['password'], `/app?screen=account&visit=${visit}&visit_for=link`);
    expect(await screen.findByText('Connected. You can now sign in this way.')).toBeVisible();
    const links = sent.filter(({ path }) => path === '/auth/v1/link');
    expect(links.map(({ body }) => body)).toEqual([{ transaction: visit }]);
    expect(address()).toBe('/app?screen=account');
  });
});
