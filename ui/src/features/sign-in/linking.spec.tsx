import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { adoptSession } from '../../api/session.ts';
import { authServer, exampleSession, exampleUser, refusal } from '../../test/auth-server.ts';
import {
  at,
  byLink,
  exampleEmail as email,
  errorOf,
  fill,
  freshWidget,
  infoBar,
  openWidget,
  pageId,
  pass,
  press,
} from '../../test/widget.tsx';
import type { ConfigInput, ProviderClient, ProviderOutcome } from './config-types.ts';
import type { MergeConflict } from './merge-conflict.ts';
import type { Pending } from './provider-answers.ts';
import { ownProviderClient } from './provider-client.ts';

/* The linking pages, and what is connected after them. */

beforeEach(freshWidget);

const transaction = 't'.repeat(43);
const session = exampleSession();
const linked = { '/link': { body: { ...session, is_new_user: false } } };
const atBack = `/app?screen=auth&mode=callback&transaction=${transaction}`;

/** The widget after a visit to GitHub whose address has an account with these methods. */
async function afterVisit(
  methods: string[],
  replies: Parameters<typeof authServer>[0] = {},
  config: ConfigInput = {},
) {
  at(atBack);
  const calls = authServer({
    '/idp/result': { body: { provider: 'github.com', linking: { email, methods } } },
    ...linked,
    ...replies,
  });
  const widget = await openWidget({
    signInOptions: ['password', 'google.com', 'github.com'],
    providers: ownProviderClient('local'),
    ...config,
  });
  return { calls, ...widget };
}

describe('the password of the account first', () => {
  test('F05 the account connects the provider, whose credential the result names', async () => {
    const { calls, signInSuccessWithAuthResult: success } = await afterVisit(['password'], {
      '/sign-in/password': { body: session },
    });
    expect(pageId()).toBe('passwordLinking');
    expect(screen.getByText('This e-mail already has an account')).toBeInTheDocument();
    expect(screen.getByText(email)).toBeInTheDocument();
    fill('Password', 'x');
    await press('Sign in');
    expect(calls.at(-1)).toMatchObject({ path: '/link', body: { transaction } });
    expect(success).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        credential: { providerId: 'github.com', signInMethod: 'github.com' },
        additionalUserInfo: expect.objectContaining({ providerId: 'github.com' }),
      }),
    );
  });

  test('F07 a wrong password stays, and connects nothing', async () => {
    const { calls } = await afterVisit(['password'], {
      '/sign-in/password': refusal('wrong_password', 401),
    });
    fill('Password', 'x');
    await press('Sign in');
    expect(errorOf('Password')).toBe("The email and password you entered don't match");
    expect(calls.map(({ path }) => path)).not.toContain('/link');
  });

  test('the way to a new password leads on without connecting', async () => {
    await afterVisit(['password']);
    await press('Trouble signing in?');
    expect(pageId()).toBe('passwordRecovery');
  });
});

describe('a mailed link first', () => {
  const links = { signInOptions: [byLink, 'github.com'] };

  test('L01 page 17 names the provider, sends the link that connects, and says where to open it', async () => {
    const { calls } = await afterVisit(['emailLink'], { '/oob/send': { body: { email } } }, links);
    expect(pageId()).toBe('emailLinkSignInLinking');
    expect(screen.getByText(/To connect GitHub, sign in with a link/)).toHaveTextContent(email);
    expect(screen.getByText(/on this device and in this browser/)).toBeInTheDocument();
    await press('Send the link');
    expect(pageId()).toBe('emailLinkSignInSent');
    expect(calls.at(-1)?.body).toMatchObject({ kind: 'email_sign_in', email, transaction });
  });

  test('an account whose provider is gone can be entered only by a link', async () => {
    await afterVisit(['oidc.gone'], {}, links);
    expect(pageId()).toBe('emailLinkSignInLinking');
  });

  test('without passwords, an account without methods is entered by a link too', async () => {
    await afterVisit([], {}, links);
    expect(pageId()).toBe('emailLinkSignInLinking');
  });

  test.each([
    ['network_request_failed', 'emailLinkSignInLinking', 'A network error has occurred'],
    ['quota_exceeded', 'providerSignIn', 'Too many messages were sent today.'],
  ])('when the link cannot be sent (%s): %s', async (code, page, text) => {
    await afterVisit(['emailLink'], { '/oob/send': refusal(code, 429) }, links);
    await press('Send the link');
    expect(pageId()).toBe(page);
    expect(infoBar()).toContain(text);
  });

  test('Cancel leads to the start', async () => {
    await afterVisit(['emailLink'], {}, links);
    await press('Cancel');
    expect(pageId()).toBe('providerSignIn');
  });
});

describe('an earlier provider first', () => {
  const pending: Pending = { email, provider: 'github.com', handle: 'v1', methods: ['google.com'] };

  /** A way to providers whose visits end so, one after the other. */
  function visits(...outcomes: ProviderOutcome[]) {
    const client = {
      open: vi.fn<ProviderClient['open']>(async () => outcomes.shift() ?? Promise.reject()),
      result: vi.fn<ProviderClient['result']>(async () => outcomes.shift() ?? Promise.reject()),
      link: vi.fn<ProviderClient['link']>(async () => session),
    };
    return client;
  }

  async function atGoogle(providers: ProviderClient, config: ConfigInput = {}) {
    const signInOptions = ['password', 'google.com', 'github.com'];
    const widget = await openWidget({ signInOptions, providers, ...config });
    await press(/GitHub/);
    expect(pageId()).toBe('federatedLinking');
    await press(/Google/);
    return widget;
  }

  test('F06 the sign-in there connects both; only the account that was meant may come', async () => {
    const client = visits({ kind: 'linking', pending }, { kind: 'session', session });
    const { signInSuccessWithAuthResult: success } = await atGoogle(client);
    const [, visit] = client.open.mock.lastCall ?? [];
    expect(visit).toMatchObject({ loginHint: email, expected: true });
    expect(client.link).toHaveBeenCalledExactlyOnceWith(pending, session, expect.anything());
    expect(success).toHaveBeenCalledOnce();
  });

  test('F08 another account does not get what waits; Cancel still has it', async () => {
    const mismatch = { provider: 'google.com', transaction, email: 'b@x.ro', expected: email };
    const other = { kind: 'session', session, provider: 'google.com' } as const;
    const client = visits({ kind: 'linking', pending }, { kind: 'mismatch', mismatch }, other);
    const { signInSuccessWithAuthResult: success } = await atGoogle(client);
    expect(pageId()).toBe('emailMismatch');
    await press('Cancel');
    expect(pageId()).toBe('federatedLinking');
    expect(screen.getByText('This e-mail already has an account')).toBeInTheDocument();
    await press(/Google/);
    expect(client.link).toHaveBeenCalledExactlyOnceWith(pending, session, expect.anything());
    expect(success).toHaveBeenCalledOnce();
  });

  test('F08 Continue enters the other account and connects nothing', async () => {
    const mismatch = { provider: 'google.com', transaction, email: 'b@x.ro', expected: email };
    const other = { kind: 'session', session, provider: 'google.com' } as const;
    const client = visits({ kind: 'linking', pending }, { kind: 'mismatch', mismatch }, other);
    const { signInSuccessWithAuthResult: success } = await atGoogle(client);
    await press('Continue');
    expect(success).toHaveBeenCalledOnce();
    expect(client.link).not.toHaveBeenCalled();
  });
});

describe('A03 a guest whose address has an account', () => {
  const guest = exampleUser({ uid: 'g'.repeat(28), is_guest: true, sign_in_methods: [] });
  const guestSession = exampleSession({ access_token: 'guest-1', user: guest });

  /** Enters the guest's existing account with the password. Returns the conflict and the calls. */
  async function enter(replies: Parameters<typeof authServer>[0] = {}) {
    const conflicts: MergeConflict[] = [];
    const signInFailure = (conflict: MergeConflict) => void conflicts.push(conflict);
    adoptSession(guestSession);
    const { calls } = await afterVisit(
      ['password'],
      {
        '/token': { body: guestSession },
        '/sign-in/password': (_, { headers }) =>
          headers.has('Authorization') ? refusal('merge_conflict', 409) : { body: session },
        ...replies,
      },
      { autoUpgradeAnonymousUsers: true, callbacks: { signInFailure } },
    );
    fill('Password', 'x');
    await press('Sign in');
    await pass();
    return { conflict: conflicts[0], calls };
  }

  test('enters it with the password, and the provider is connected too', async () => {
    const { conflict, calls } = await enter();
    expect(await conflict?.credential.signIn()).toMatchObject({ access_token: 'access-1' });
    expect(calls.at(-1)).toMatchObject({ path: '/link', body: { transaction } });
    expect(calls.at(-1)?.headers.get('Authorization')).toBe('Bearer access-1');
  });

  test('enters it even when the provider cannot be connected any more', async () => {
    const { conflict } = await enter({ '/link': refusal('session_expired') });
    expect(await conflict?.credential.signIn()).toEqual(session);
  });
});
