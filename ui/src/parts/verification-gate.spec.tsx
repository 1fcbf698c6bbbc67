import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { adoptSession, endSession } from '../api/session.ts';
import {
  authServer,
  exampleAuthConfig,
  exampleSession,
  exampleUser,
  refusal,
} from '../test/auth-server.ts';
import { renderApp } from '../test/render-app.tsx';
import { freshWidget, pageId, pass, press } from '../test/widget.tsx';
import { VerificationGate } from './verification-gate.tsx';

beforeEach(freshWidget);

const email = 'ana@example.org';

describe('an address that is not confirmed', () => {
  async function open(
    policy: 'off' | 'soft' | 'hard',
    {
      verified = false,
      atOpen = false,
      reminds = true,
      sent = { body: { email } } as ReturnType<typeof refusal>,
    } = {},
  ) {
    const calls = authServer({
      '/config': { body: exampleAuthConfig({ verify_email: policy }) },
      '/oob/send': sent,
      '/sign-out': { body: {} },
    });
    adoptSession(exampleSession({ user: exampleUser({ email_verified: verified }) }));
    const { address } = renderApp({
      element: (
        <VerificationGate open={atOpen} reminds={reminds}>
          <p>The screen</p>
        </VerificationGate>
      ),
    });
    await pass();
    // The rendered part comes from its own chunk.
    await act(() => vi.dynamicImportSettled());
    await pass();
    return Object.assign(calls, { address });
  }
  const shown = () => screen.queryByText('The screen') !== null;

  test('a screen goes on when the session of its reader ends', async () => {
    await open('soft');
    const screenBefore = screen.getByText('The screen');
    act(endSession);
    expect(screen.getByText('The screen')).toBe(screenBefore);
  });

  test('hard: page 47 in place of the screen, with a resend when the server allows it', async () => {
    const calls = await open('hard');
    expect(pageId()).toBe('emailVerificationRequired');
    expect(shown()).toBe(false);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Confirm your e-mail');
    expect(screen.getByText('You can have it sent again in 1:00.')).toBeInTheDocument();
    await pass(59_000);
    expect(screen.getByText('You can have it sent again in 0:01.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    await pass(1_000);
    await press('Send again');
    expect(calls.at(-1)).toMatchObject({ path: '/oob/send', body: { kind: 'verify_email' } });
    expect(calls.at(-1)?.headers.get('Authorization')).toBe('Bearer access-1');
    expect(screen.getByText('You can have it sent again in 1:00.')).toBeInTheDocument();
    await press('Sign out');
    expect(calls.address()).toBe('/app?screen=auth');
    expect(shown()).toBe(true);
  });

  test('hard: some screens are open all the same', async () => {
    await open('hard', { atOpen: true });
    expect(shown()).toBe(true);
  });

  test('soft: a reminder above the screen, which can send the mail again', async () => {
    const calls = await open('soft');
    expect(shown()).toBe(true);
    expect(screen.getByText(/is not confirmed yet/)).toHaveTextContent('a*a@example.org');
    await press('Send again');
    expect(screen.getByRole('status')).toHaveTextContent('Sent to a*a@example.org.');
    expect(calls.filter(({ path }) => path === '/oob/send')).toHaveLength(1);
  });

  test('a refused mail can be requested again when the server allows it', async () => {
    const sent = refusal('too_many_requests', 429, { 'Retry-After': '47' });
    await open('soft', { sent });
    await press('Send again');
    expect(screen.getByText('You can have it sent again in 0:47.')).toBeInTheDocument();
    await pass(47_000);
    expect(screen.getByRole('button', { name: 'Send again' })).toBeInTheDocument();
  });

  test('soft: the reminder can be put off for this visit', async () => {
    await open('soft');
    await press('Later');
    expect(screen.queryByText(/is not confirmed yet/)).toBeNull();
    expect(window.sessionStorage.getItem('paragraf::verify-later')).toBe('1');
  });

  /** The frame of a screen that is drawn before the reminder has come. */
  function openEarly(after = 0): HTMLElement {
    authServer({ '/config': { body: exampleAuthConfig({ verify_email: 'soft' }), after } });
    adoptSession(exampleSession({ user: exampleUser({ email_verified: false }) }));
    const gate = (
      <VerificationGate open={false}>
        <p>The screen</p>
      </VerificationGate>
    );
    renderApp({ element: gate });
    return screen.getByText('The screen').parentElement ?? document.body;
  }
  async function reminderHasCome() {
    await pass();
    await act(() => vi.dynamicImportSettled());
    await pass();
  }

  test('soft: its place is kept until it comes, so that the screen does not move', async () => {
    window.localStorage.setItem('paragraf::reminder-place', `${window.innerWidth} 72`);
    const frame = openEarly();
    expect(frame.previousElementSibling).toHaveStyle({ height: '72px' });
    expect(frame).not.toHaveClass('waiting');
    await reminderHasCome();
    expect(frame.previousElementSibling).toHaveTextContent(/is not confirmed yet/);
    act(endSession);
    expect(frame.previousElementSibling).toBeNull();
    expect(window.localStorage.getItem('paragraf::reminder-place')).toBeNull();
  });

  test('soft: the screen waits for the first one, whose place nobody knows', async () => {
    const frame = openEarly();
    expect(frame).toHaveClass('waiting');
    await reminderHasCome();
    expect(frame.previousElementSibling).toHaveTextContent(/is not confirmed yet/);
    expect(frame).not.toHaveClass('waiting');
  });

  test('soft: it waits for 1.5 seconds at most', async () => {
    const frame = openEarly(60_000);
    await pass(1_400);
    expect(frame).toHaveClass('waiting');
    await pass(100);
    expect(frame).not.toHaveClass('waiting');
  });

  test('soft: a screen that reminds by itself is left to it', async () => {
    await open('soft', { reminds: false });
    expect(shown()).toBe(true);
    expect(screen.queryByText(/is not confirmed yet/)).toBeNull();
  });

  test('hard: such a screen is closed as well', async () => {
    await open('hard', { reminds: false });
    expect(shown()).toBe(false);
    expect(pageId()).toBe('emailVerificationRequired');
  });

  test.each([
    ['off', false],
    ['hard', true],
  ] as const)('%s, confirmed: %s: nothing but the screen', async (policy, verified) => {
    const calls = await open(policy, { verified });
    expect(shown()).toBe(true);
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls.some(({ path }) => path === '/config')).toBe(!verified);
  });
});
