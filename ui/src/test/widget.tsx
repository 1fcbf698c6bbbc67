import { act, fireEvent, render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { ConfigInput } from '../features/sign-in/config-types.ts';
import { SignInWidget } from '../features/sign-in/sign-in-widget.tsx';
import { authServer } from './auth-server.ts';

export const byPassword = { provider: 'password' };
export const byLink = { provider: 'password', signInMethod: 'emailLink' };

/** Fake clock, empty storage, the Auth screen's address. Call it in `beforeEach`. */
export function freshWidget(): void {
  vi.useFakeTimers();
  window.sessionStorage.clear();
  at('/app?screen=auth');
}

/** Sets the browser's address. */
export function at(address: string): void {
  window.history.replaceState(null, '', address);
}

/** Advances time and runs everything that becomes due. */
export async function pass(ms = 0): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

interface Options {
  email?: string;
}

/** Renders the widget until it has started; returns the called callbacks. */
export async function openWidget(config: ConfigInput = {}, { email }: Options = {}) {
  const callbacks = {
    signInSuccessWithAuthResult: vi.fn(() => false),
    uiShown: vi.fn(),
    uiChanged: vi.fn(),
  };
  const whole = { signInOptions: [byPassword], callbacks, ...config };
  const view = render(<SignInWidget config={whole} {...(email && { email })} />);
  await pass(100);
  return { ...callbacks, ...view };
}

/** The id of the visible page, if any. */
export function pageId(): string | undefined {
  return document.querySelector<HTMLElement>('[data-page]')?.dataset.page;
}

export function field(label: string | RegExp): HTMLInputElement {
  return screen.getByLabelText(label, { selector: 'input' });
}

export function fill(label: string | RegExp, value: string): void {
  const input = field(label);
  input.focus();
  fireEvent.input(input, { target: { value } });
}

export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass();
}

/** The message of a field, as screen readers find it. */
export function errorOf(label: string | RegExp): string | null {
  const id = field(label).getAttribute('aria-describedby');
  return id ? (document.getElementById(id)?.textContent ?? null) : null;
}

export function infoBar(): string | null {
  return screen.queryByRole('alert')?.textContent ?? null;
}

/** The address of most tests. */
export const exampleEmail = 'ana@example.org';

export async function giveEmail(email = exampleEmail): Promise<void> {
  fill('E-mail', email);
  await press('Next');
}

/** The widget after an address was given, with the calls to the server. */
export async function afterEmail(
  replies: Parameters<typeof authServer>[0],
  config: ConfigInput = {},
) {
  const calls = authServer({ '/methods': { body: { methods: ['password'] } }, ...replies });
  const widget = await openWidget(config);
  await giveEmail();
  return { calls, ...widget };
}

/** A press after which several calls follow each other, as in the ceremony of a passkey. */
export async function pressForCeremony(name: string | RegExp): Promise<void> {
  await press(name);
  for (let turn = 0; turn < 5; turn += 1) await pass();
}
