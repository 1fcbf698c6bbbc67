import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import { authServer, exampleSession, refusal } from '../../test/auth-server.ts';
import {
  at,
  byPassword,
  freshWidget,
  infoBar,
  openWidget,
  pageId,
  pass,
  press,
} from '../../test/widget.tsx';
import { ownProviderClient } from './provider-client.ts';

const transaction = 't'.repeat(43);
const url = 'https://login.example/auth?state=x';
const start = { '/idp/google.com/start': { body: { authorization_url: url, transaction } } };
const provider = 'google.com';
const ways = {
  signInOptions: [byPassword, provider],
  signInFlow: 'popup',
  providers: ownProviderClient('local'),
};

let opened: { closed: boolean; close: Mock<() => void>; location: { href: string } };

beforeEach(() => {
  freshWidget();
  opened = { closed: false, close: vi.fn(), location: { href: '' } };
  vi.spyOn(window, 'open').mockImplementation(() => opened as unknown as Window);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Simulates the returning window's message; returns the replies it gets. */
async function comeBack(name = transaction): Promise<unknown[]> {
  const heard: unknown[] = [];
  const channel = new BroadcastChannel('paragraf::provider');
  channel.onmessage = ({ data }) => heard.push(data);
  channel.postMessage({ back: name });
  vi.useRealTimers();
  await vi.waitFor(() => expect(heard).not.toEqual([]), { timeout: 1000 }).catch(() => {});
  vi.useFakeTimers();
  channel.close();
  await pass();
  return heard;
}

describe('a provider in a window', () => {
  test("F01 opens the server's address, reports its return and signs in", async () => {
    const session = exampleSession({ is_new_user: true });
    const calls = authServer({ ...start, '/idp/result': { body: { provider, session } } });
    const { signInSuccessWithAuthResult: success } = await openWidget(ways);
    await press(/Google/);
    expect(opened.location.href).toBe(url);
    expect(await comeBack('another visit')).toEqual([]);
    expect(await comeBack()).toEqual([{ heard: transaction }]);
    await vi.waitFor(() => expect(success).toHaveBeenCalledOnce(), { timeout: 20_000 });
    expect(success).toHaveBeenCalledWith(
      expect.objectContaining({
        additionalUserInfo: expect.objectContaining({ isNewUser: true, providerId: provider }),
      }),
    );
    expect(opened.close).toHaveBeenCalled();
    expect(calls.map(({ body }) => body)).toEqual([
      { flow: 'popup' },
      { transaction, persistence: 'local', lang: 'en', accepts_mismatch: false },
    ]);
  });

  test('F11 a message of another window or origin ends no visit', async () => {
    const calls = authServer({ ...start, '/idp/result': refusal('invalid_idp_response', 400) });
    await openWidget(ways);
    await press(/Google/);
    const message = {
      back: transaction,
      transaction,
      access_token: 'x',
      session: exampleSession(),
    };
    for (const origin of ['https://evil.example', 'null', window.location.origin]) {
      window.dispatchEvent(new MessageEvent('message', { data: message, origin, source: window }));
      window.postMessage(message, '*');
    }
    await pass(2000);
    const channel = new BroadcastChannel('paragraf::provider');
    for (const data of [null, 'text', {}, { back: 'another visit' }, { heard: transaction }]) {
      channel.postMessage(data);
    }
    await pass(2000);
    channel.close();
    expect(calls.map(({ path }) => path)).toEqual(['/idp/google.com/start']);
    expect([pageId(), opened.close.mock.calls]).toEqual(['providerSignIn', []]);
  });

  test("what the host's option asks for reaches the server", async () => {
    const calls = authServer(start);
    const option = {
      provider,
      scopes: ['calendar'],
      customParameters: { prompt: 'consent', login_hint: 'x@x.ro' },
      loginHintKey: 'user',
    };
    const email = 'ana@example.org';
    await openWidget({ ...ways, signInOptions: [byPassword, option] }, { email });
    await press(/Google/);
    expect(calls.at(-1)?.body).toEqual({
      flow: 'popup',
      scopes: ['calendar'],
      parameters: { prompt: 'consent' },
      login_hint: email,
      login_hint_key: 'user',
    });
  });

  test('F03 closed by hand: no message, and the button works again', async () => {
    const calls = authServer(start);
    await openWidget(ways);
    await press(/Google/);
    opened.closed = true;
    await pass(1100);
    expect([pageId(), infoBar()]).toEqual(['providerSignIn', null]);
    opened.closed = false;
    await press(/Google/);
    expect(calls).toHaveLength(2);
  });

  test('an unavailable provider closes the window and shows an error', async () => {
    authServer({ '/idp/google.com/start': refusal('provider_unavailable', 502) });
    await openWidget(ways);
    await press(/Google/);
    await vi.waitFor(() => expect(infoBar()).toMatch(/provider cannot be reached/), {
      timeout: 20_000,
    });
    expect(opened.close).toHaveBeenCalled();
  });
});

describe('back from a provider in place of the page', () => {
  const back = `/app?screen=auth&mode=callback&transaction=${transaction}`;

  test('F04 consent refused: the start page explains it, and the address is clean', async () => {
    authServer({ '/idp/result': refusal('user_cancelled', 403) });
    at(back);
    await openWidget(ways);
    expect(pageId()).toBe('providerSignIn');
    expect(infoBar()).toMatch(/^Please authorize the required permissions/);
    expect(window.location.search).toBe('?screen=auth');
  });

  test('F08 another than was expected: Continue takes them, Cancel leads back', async () => {
    const mismatch = { email: 'b@example.org', expected_email: 'a@example.org' };
    const session = exampleSession();
    const calls = authServer({
      '/idp/result': ({ accepts_mismatch }) => ({
        body: accepts_mismatch ? { provider, session } : { provider, mismatch },
      }),
    });
    at(back);
    const { signInSuccessWithAuthResult: success, unmount } = await openWidget(ways);
    expect(pageId()).toBe('emailMismatch');
    expect(screen.getByText('b@example.org')).toBeInTheDocument();
    await press('Continue');
    expect(success).toHaveBeenCalledOnce();
    expect(calls.at(-1)?.body).toMatchObject({ transaction, accepts_mismatch: true });
    unmount();
    at(back);
    await openWidget(ways);
    await press('Cancel');
    expect(pageId()).toBe('federatedLinking');
    expect(screen.getByText('a@example.org')).toBeInTheDocument();
  });

  test('F09 Continue after expiry: the start page with a message', async () => {
    const mismatch = { email: 'b@example.org', expected_email: 'a@example.org' };
    authServer({
      '/idp/result': ({ accepts_mismatch }) =>
        accepts_mismatch ? refusal('session_expired') : { body: { provider, mismatch } },
    });
    at(back);
    await openWidget(ways);
    await press('Continue');
    expect([pageId(), infoBar()]).toEqual([
      'providerSignIn',
      expect.stringMatching(/^Your sign-in session has expired/),
    ]);
  });
});
