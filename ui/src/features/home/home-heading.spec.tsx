import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showLanguage } from '../../i18n/setup.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import { HomeGreeting } from './home-greeting.tsx';

vi.mock('../../api/session.ts', () => import('../../test/fake-session.ts'));

const minutes = [0, 12, 24, 36, 48];
const heading = () => screen.getByRole('heading', { level: 1 });

async function greetings(signedIn: boolean): Promise<Set<string>> {
  showSession(signedIn ? { displayName: 'Ana' } : 'signed_out');
  fakeServer({});
  const seen = new Set<string>();
  for (const minute of minutes) {
    vi.setSystemTime(new Date(2026, 10, 21, 10, minute));
    const { unmount } = renderApp({ element: <HomeGreeting /> });
    seen.add(heading().textContent);
    unmount();
  }
  vi.useRealTimers();
  return seen;
}

test.each(['en', 'ro'] as const)('five greetings for a known reader: %s', async (language) => {
  await showLanguage(language);
  const seen = await greetings(true);
  expect(seen.size).toBe(5);
  for (const text of seen) expect(text).toContain('Ana');
});

test.each([
  ['en', 'Sign in'],
  ['ro', 'Conectează-te'],
] as const)('five prompts to sign in for a visitor: %s', async (language, prompt) => {
  await showLanguage(language);
  const seen = await greetings(false);
  expect(seen.size).toBe(5);
  for (const text of seen) expect(text).toContain(prompt);
  renderApp({ element: <HomeGreeting /> });
  expect(screen.getByRole('link', { name: prompt })).toHaveAttribute('href', '/app?screen=auth');
});
