import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showLanguage } from '../../i18n/setup.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { renderApp } from '../../test/render-app.tsx';
import { HomeGreeting } from './home-greeting.tsx';

const session = vi.hoisted(() => ({ signedIn: false }));
vi.mock('../../api/session.ts', () => ({
  useSession: () =>
    session.signedIn
      ? {
          status: 'signed_in',
          reader: { uid: '1', displayName: 'Ana', notificationCount: 0 },
        }
      : { status: 'signed_out' },
}));

const minutes = [0, 12, 24, 36, 48];
const heading = () => screen.getByRole('heading', { level: 1 });

async function greetings(signedIn: boolean): Promise<Set<string>> {
  session.signedIn = signedIn;
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
  ['ro', 'Intră în cont'],
] as const)('five prompts to sign in for a visitor: %s', async (language, prompt) => {
  await showLanguage(language);
  const seen = await greetings(false);
  expect(seen.size).toBe(5);
  for (const text of seen) expect(text).toContain(prompt);
  renderApp({ element: <HomeGreeting /> });
  expect(screen.getByRole('link', { name: prompt })).toHaveAttribute('href', '/app?screen=auth');
});
