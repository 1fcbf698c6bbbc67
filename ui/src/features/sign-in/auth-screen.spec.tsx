import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { adoptSession, sessionSnapshot } from '../../api/session.ts';
import { accountIntent } from '../../hooks/account-intent.ts';
import {
  authServer,
  exampleAuthConfig,
  exampleSession,
  exampleUser,
  noServer,
  refusal,
} from '../../test/auth-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { at, fill, freshWidget, giveEmail, pageId, pass, press } from '../../test/widget.tsx';
import { AuthScreen } from './auth-screen.tsx';
import { AuthUI } from './auth-ui.tsx';

beforeEach(freshWidget);

const server = {
  '/config': { body: exampleAuthConfig() },
  '/methods': { body: { methods: ['password'] } },
  '/sign-in/password': { body: exampleSession() },
  '/sign-out': { body: {} },
};

async function openScreen(address = '/app?screen=auth') {
  at(address);
  const app = renderApp({ at: address, element: <AuthScreen /> });
  await pass();
  return app;
}

async function signIn() {
  await pass(100);
  await giveEmail('ana@example.org');
  fill('Password', 'x');
  await press('Sign in');
}

describe('the Auth screen', () => {
  test('W02 nothing at 99 ms, the widget at 100 ms', async () => {
    authServer(server);
    await openScreen();
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeInTheDocument();
    expect(screen.getByText(/^With an account you follow topics/)).toBeInTheDocument();
    await pass(99);
    expect(pageId()).toBeUndefined();
    await pass(1);
    expect(pageId()).toBe('signIn');
  });

  test('says what the visitor signs in for', async () => {
    authServer(server);
    accountIntent.keep('/app', { kind: 'follow', id: 'chirii', subject: 'Renting out' });
    await openScreen();
    expect(screen.getByText(/^Sign in or create an account to follow “Renting out”/)).toBeVisible();
    accountIntent.forget();
  });

  test('the widget on the page is the one that a host finds', async () => {
    authServer(server);
    const { unmount } = await openScreen();
    await pass(100);
    expect(AuthUI.getInstance()?.isPendingRedirect()).toBe(false);
    unmount();
    expect(AuthUI.getInstance()).toBeNull();
  });

  test('the heading fits the page of the widget', async () => {
    authServer({ ...server, '/methods': { body: { methods: [] } } });
    await openScreen();
    await pass(100);
    const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
    expect(heading()).toBe('Sign in');
    await giveEmail('ana@example.org');
    expect([pageId(), heading()]).toEqual(['passwordSignUp', 'Create an account']);
    expect(document.title).toContain('Create an account');
    await press('Cancel');
    expect(heading()).toBe('Sign in');
  });

  test('a mailed link is about the account, from the first moment', async () => {
    authServer(server);
    await openScreen('/app?screen=auth&mode=verifyEmail&oobCode=c1');
    const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
    expect(heading()).toBe('Your account');
    expect(screen.queryByText(/^With an account you follow topics/)).toBeNull();
    await pass(100);
    expect([pageId(), heading()]).toEqual(['confirmAction', 'Your account']);
  });

  test('the terms and the privacy policy are the site’s own', async () => {
    authServer(server);
    await openScreen();
    await pass(100);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/terms?lang=en',
      '/privacy?lang=en',
    ]);
  });

  test('P01 a sign-in leads to Home', async () => {
    authServer(server);
    const { address } = await openScreen();
    await signIn();
    expect(address()).toBe('/app');
    expect(sessionSnapshot().status).toBe('signed_in');
  });

  test.each([
    ['/app?articleId=a', '/app?articleId=a'],
    ['https://evil.example', '/app'],
    ['/app\\evil', '/app'],
  ])('where an account became necessary: %s leads to %s', async (kept, expected) => {
    window.sessionStorage.setItem('paragraf::return-to', kept);
    authServer(server);
    const { address } = await openScreen();
    await signIn();
    expect(address()).toBe(expected);
    expect(window.sessionStorage.getItem('paragraf::return-to')).toBeNull();
  });

  test('W12 the requested address wins, within the app without a reload', async () => {
    authServer(server);
    const asked = encodeURIComponent('/app?screen=about');
    const { address } = await openScreen(`/app?screen=auth&mode=select&signInSuccessUrl=${asked}`);
    await signIn();
    expect(address()).toBe('/app?screen=about');
  });

  test('F10 after a sign-out the only provider waits for a press', async () => {
    const only = {
      provider: 'google.com',
      sign_in_method: 'google.com',
      require_display_name: false,
      force_same_device: false,
      email_link: false,
      password: false,
      disable_sign_up: { status: false },
    };
    const straight = exampleAuthConfig({
      sign_in_flow: 'redirect',
      immediate_federated_redirect: true,
      sign_in_options: [only],
    });
    const calls = authServer({ ...server, '/config': { body: straight } });
    adoptSession(exampleSession());
    await openScreen();
    await pass(100);
    await press('Sign out');
    await pass(100);
    expect(pageId()).toBe('providerSignIn');
    expect(calls.map(({ path }) => path)).not.toContain('/idp/google.com/start');
  });

  test('a signed-in reader sees it and can sign out', async () => {
    const calls = authServer(server);
    adoptSession(exampleSession());
    await openScreen();
    await pass(100);
    expect(screen.getByText(/You are signed in as/)).toHaveTextContent('ana@example.org');
    expect(screen.getByRole('link', { name: 'Your profile' })).toHaveAttribute(
      'href',
      '/app?screen=profile',
    );
    expect(pageId()).toBeUndefined();
    await press('Sign out');
    expect(sessionSnapshot()).toEqual({ status: 'signed_out' });
    expect(calls.map(({ path }) => path)).toContain('/sign-out');
    await pass(100);
    expect(pageId()).toBe('signIn');
  });

  test('A03 a guest with an account enters it, and what the guest marked moves there', async () => {
    const guest = exampleUser({ uid: 'g'.repeat(28), is_guest: true, sign_in_methods: [] });
    const calls = authServer({
      ...server,
      '/sign-in/password': (_, { headers }) =>
        headers.has('Authorization') ? refusal('merge_conflict', 409) : { body: exampleSession() },
      '/token': { body: exampleSession({ access_token: 'guest-2', user: guest }) },
      '/merge-guest': { body: {} },
    });
    adoptSession(exampleSession({ access_token: 'guest-1', user: guest }));
    const { address } = await openScreen();
    await signIn();
    await pass();
    expect(address()).toBe('/app');
    expect(sessionSnapshot()).toMatchObject({ reader: { isGuest: false } });
    const merged = calls.find(({ path }) => path === '/merge-guest');
    expect(merged?.body).toEqual({ guest_token: 'guest-2' });
    expect(merged?.headers.get('Authorization')).toBe('Bearer access-1');
  });

  test('a mailed link works for a signed-in reader, and the router drops the code', async () => {
    const calls = authServer({
      ...server,
      '/oob/apply': { body: { kind: 'verify_email' } },
      '/token': { body: exampleSession() },
    });
    adoptSession(exampleSession());
    const { router } = await openScreen('/app?screen=auth&mode=verifyEmail&oobCode=c1&lang=en');
    await pass(100);
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await pass(100);
    expect(pageId()).toBe('emailVerificationSuccess');
    const applied = calls.find(({ path }) => path === '/oob/apply');
    expect(applied?.headers.get('authorization')).toMatch(/^Bearer /);
    expect(router.state.location.search).toBe('?screen=auth&lang=en');
    expect(screen.getByRole('link', { name: /^Back to/ })).toBeInTheDocument();
    // The profile is loaded again.
    expect(calls.map(({ path }) => path)).toContain('/token');
  });

  test('a missing configuration shows an error with a retry', async () => {
    noServer();
    await openScreen();
    await pass();
    expect(screen.getByRole('alert')).toHaveTextContent('The sign-in page could not be loaded.');
    authServer(server);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await pass();
    await pass(100);
    expect(pageId()).toBe('signIn');
  });

  test('a refused code leaves the reader signed in', async () => {
    authServer({ ...server, '/oob/apply': refusal('invalid_action_code') });
    adoptSession(exampleSession());
    await openScreen('/app?screen=auth&mode=verifyEmail&oobCode=c1');
    await pass(100);
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await pass(100);
    expect(pageId()).toBe('emailVerificationFailure');
    expect(sessionSnapshot().status).toBe('signed_in');
  });
});
