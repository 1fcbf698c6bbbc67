import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as files from '../../save-file.ts';
import { fakeServer, sent } from '../../test/fake-server.ts';
import { sessionCalls, showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { AccountScreen } from './account-screen.tsx';

const element = <AccountScreen />;
const refusal = (code: string, status = 400) => ({ status, body: { code, error: 'x' } });
const device = { created_at: '2026-11-01T09:00:00Z', last_used_at: '2026-11-21T14:10:00Z' };

/** A server that requires a recent sign-in until the password was given. */
function serve(replies: Parameters<typeof fakeServer>[0] = {}) {
  const state = {
    recent: false,
    sessions: [
      { id: 's1', ...device, device: 'Firefox', current: true },
      { id: 's2', ...device, device: 'Safari', current: false },
    ],
  };
  const guarded = (body: object) => () =>
    state.recent ? { body } : refusal('requires_recent_login', 401);
  fakeServer({
    '/auth/v1/config': { body: { password_min: 8 } },
    '/auth/v1/sessions': () => ({ body: { sessions: state.sessions } }),
    '/auth/v1/activity': { body: { activity: [] } },
    '/auth/v1/sessions/s2': () => {
      state.sessions = state.sessions.slice(0, 1);
      return { body: {} };
    },
    '/auth/v1/revoke': () => {
      state.sessions = state.sessions.slice(0, 1);
      return { body: {} };
    },
    '/auth/v1/me': (_, { method, body }) =>
      method === 'DELETE' || body.password
        ? guarded({ user: {} })()
        : { body: { user: { display_name: body.display_name } } },
    '/auth/v1/me/export': guarded({ uid: 'uid1' }),
    '/auth/v1/oob/send': { body: { email: 'x' } },
    '/auth/v1/reauth/password': (_, { body }) => {
      if (body.password !== 'right-one') return refusal('wrong_password', 401);
      state.recent = true;
      return { body: { user: {} } };
    },
    ...replies,
  });
  return state;
}

const part = (name: string) => within(screen.getByRole('region', { name }));
const requests = (path: string) => sent.filter((request) => request.path === path);
const dialog = (name: string) => screen.findByRole('dialog', { name });

/** Answers the password prompt. */
async function prove(password: string) {
  const user = userEvent.setup();
  const asked = within(await dialog('Sign in again'));
  await user.clear(asked.getByLabelText('Password'));
  await user.type(asked.getByLabelText('Password'), password);
  await user.click(asked.getByRole('button', { name: 'Continue' }));
}

beforeEach(() => {
  showSession({});
  vi.spyOn(files, 'saveFile').mockImplementation(() => {});
});

describe('account', () => {
  test('the name is saved, and an empty one is not sent', async () => {
    serve();
    const user = userEvent.setup();
    renderApp({ element });
    const field = part('Name').getByLabelText('First and last name');
    await user.clear(field);
    await user.click(part('Name').getByRole('button', { name: 'Save' }));
    expect(field).toHaveAccessibleDescription(/^Enter your account name/);
    expect(field).toHaveFocus();
    expect(requests('/auth/v1/me')).toEqual([]);
    await user.type(field, ' Ana Maria ');
    expect(field).not.toBeInvalid();
    await user.click(part('Name').getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeVisible();
    expect(requests('/auth/v1/me')[0]?.body).toEqual({ display_name: 'Ana Maria' });
    expect(sessionCalls.adopted).toHaveLength(1);
  });

  test('a new address gets a link first', async () => {
    serve();
    const user = userEvent.setup();
    renderApp({ element });
    const field = part('E-mail').getByLabelText('New address');
    await user.type(field, 'nonsense');
    await user.click(part('E-mail').getByRole('button', { name: 'Send the link' }));
    expect(field).toHaveAccessibleDescription(/^That email address isn't correct/);
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, 'new@example.ro');
    await user.click(part('E-mail').getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/^We have sent a message to new@example\.ro/)).toBeVisible();
    expect(requests('/auth/v1/oob/send').map(({ body }) => body)).toEqual([
      { kind: 'verify_and_change_email', new_email: 'new@example.ro', lang: 'en' },
    ]);
    expect(field).toHaveValue('');
  });

  test('an address of another account is refused in words', async () => {
    serve({ '/auth/v1/oob/send': refusal('email_already_in_use', 409) });
    const user = userEvent.setup();
    renderApp({ element });
    await user.type(part('E-mail').getByLabelText('New address'), 'taken@example.ro{Enter}');
    expect(
      await screen.findByText('The email address is already used by another account'),
    ).toBeVisible();
    expect(part('E-mail').getByLabelText('New address')).toHaveValue('taken@example.ro');
  });

  test('the limit of mails is not that of wrong passwords', async () => {
    serve({ '/auth/v1/oob/send': refusal('too_many_requests', 429) });
    const user = userEvent.setup();
    renderApp({ element });
    await user.type(part('E-mail').getByLabelText('New address'), 'new@example.ro{Enter}');
    expect(await screen.findByText(/^Too many requests/)).toBeVisible();
  });

  test('an address that is not verified: the mail can be sent again', async () => {
    showSession({ emailVerified: false });
    serve();
    const user = userEvent.setup();
    renderApp({ element });
    await user.click(screen.getByRole('button', { name: 'Send the message again' }));
    expect(
      await screen.findByText(/^We have sent a message to ana\.pop@example\.ro/),
    ).toBeVisible();
    expect(requests('/auth/v1/oob/send')[0]?.body).toEqual({ kind: 'verify_email', lang: 'en' });
  });

  test('a password is changed after signing in again', async () => {
    serve();
    const user = userEvent.setup();
    renderApp({ element });
    expect(await screen.findByText(/^At least 8 characters/)).toBeVisible();
    const box = part('Password');
    await user.type(box.getByLabelText('Current password'), 'right-one');
    await user.type(box.getByLabelText('New password'), 'short');
    await user.click(box.getByRole('button', { name: 'Change password' }));
    expect(box.getByLabelText('New password')).toHaveAccessibleDescription(
      /^Strong passwords have at least 8 characters/,
    );
    expect(requests('/auth/v1/me')).toEqual([]);

    await user.type(box.getByLabelText('New password'), '-but-longer');
    await user.click(box.getByRole('button', { name: 'Change password' }));
    await prove('wrong-one');
    expect(await screen.findByText("The email and password you entered don't match")).toBeVisible();
    await prove('right-one');
    expect(await screen.findByText(/^Your password has been changed/)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests('/auth/v1/me').map(({ body }) => body)).toEqual(
      Array(2).fill({ password: 'short-but-longer', current_password: 'right-one' }),
    );
    expect(box.getByLabelText('New password')).toHaveValue('');
  });

  test('a wrong current password is named as such, and can be looked at', async () => {
    serve({ '/auth/v1/me': refusal('wrong_password', 401) });
    const user = userEvent.setup();
    renderApp({ element });
    const box = part('Password');
    const current = box.getByLabelText('Current password');
    await user.type(current, 'wrong-one');
    await user.type(box.getByLabelText('New password'), 'long-enough{Enter}');
    expect(await screen.findByText('This is not your current password')).toBeVisible();
    expect(current).toHaveAccessibleDescription('This is not your current password');
    expect(current).toHaveAttribute('type', 'password');
    const [show] = box.getAllByRole('button', { name: 'Show the password' });
    await user.click(show as HTMLElement);
    expect(current).toHaveAttribute('type', 'text');
  });

  test('an account without a password is not asked for one', async () => {
    showSession({ signInMethods: ['emailLink'] });
    serve();
    renderApp({ element });
    expect(part('Password').queryByLabelText('Current password')).toBeNull();
    expect(part('Password').getByRole('button', { name: 'Set a password' })).toBeVisible();
  });

  test('turning back from signing in again does nothing', async () => {
    serve();
    const user = userEvent.setup();
    renderApp({ element });
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    await dialog('Sign in again');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests('/auth/v1/me/export')).toHaveLength(1);
    expect(part('Your data').getByRole('status')).toBeEmptyDOMElement();
    expect(files.saveFile).not.toHaveBeenCalled();
  });

  test('the data is downloaded after signing in again', async () => {
    serve();
    const user = userEvent.setup();
    renderApp({ element });
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    await prove('right-one');
    expect(await screen.findByText('The file is in your downloads folder.')).toBeVisible();
    expect(files.saveFile).toHaveBeenCalledWith(expect.anything(), 'paragraf.json');
  });

  test('sessions: this one is marked, another can be ended, or all others', async () => {
    const state = serve();
    const user = userEvent.setup();
    renderApp({ element });
    const box = part('Signed-in devices');
    expect(await box.findByText('This device')).toBeVisible();
    await user.click(box.getByRole('button', { name: 'Sign out: Safari' }));
    expect(await screen.findByText('That device has been signed out.')).toBeVisible();
    await waitFor(() => expect(box.queryByText('Safari')).toBeNull());
    expect(box.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull();
    expect(requests('/auth/v1/sessions/s2')[0]?.method).toBe('DELETE');
    expect(state.sessions).toHaveLength(1);
  });

  test('all others at once', async () => {
    serve();
    const user = userEvent.setup();
    renderApp({ element });
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    expect(await screen.findByText('All other devices have been signed out.')).toBeVisible();
    expect(requests('/auth/v1/revoke')[0]?.body).toEqual({ others: true });
  });

  test('deleting wants the word typed and a recent sign-in, and leads away', async () => {
    serve();
    const user = userEvent.setup();
    const { address } = renderApp({ element });
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    const asked = within(await dialog('Delete your account?'));
    expect(asked.getByText(/your likes and bookmarks/)).toBeVisible();
    await user.type(asked.getByLabelText('To confirm, type: delete'), 'yes{Enter}');
    expect(asked.getByText('Type the word exactly: delete')).toBeVisible();
    expect(requests('/auth/v1/me')).toEqual([]);
    await user.clear(asked.getByLabelText('To confirm, type: delete'));
    await user.type(asked.getByLabelText('To confirm, type: delete'), 'Delete ');
    await user.click(asked.getByRole('button', { name: 'Delete for good' }));
    await prove('right-one');
    await waitFor(() => expect(address()).toBe('/app?screen=auth'));
    expect(requests('/auth/v1/me').map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
    await waitFor(() => expect(sessionCalls.signedOut).toBe(1));
  });

  test('without a network each section shows it', async () => {
    serve({
      '/auth/v1/me': () => {
        throw new TypeError('no network');
      },
    });
    const user = userEvent.setup();
    renderApp({ element });
    await user.click(part('Name').getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('A network error has occurred')).toBeVisible();
  });

  test('M28 an account that must add a second factor adds an address, exports and deletes', async () => {
    serve();
    showSession({ mustAddFactor: true, emailVerified: false });
    renderApp({ element });
    const names = screen
      .getAllByRole('region')
      .map((region) => region.getAttribute('aria-labelledby'));
    const titles = names.map((id) => document.getElementById(id ?? '')?.textContent);
    expect(titles).toEqual(['E-mail', 'Your data', 'Delete the account']);
  });
});
