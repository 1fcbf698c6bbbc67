import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showLanguage } from '../../i18n/setup.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import type { Headline } from './duties.ts';
import { Greeting, HomeHeading } from './home-heading.tsx';

const minutes = [0, 12, 24, 36, 48];

async function greetings(signedIn: boolean): Promise<Set<string>> {
  showSession(signedIn ? { displayName: 'Ana' } : 'signed_out');
  fakeServer({});
  const seen = new Set<string>();
  for (const minute of minutes) {
    vi.setSystemTime(new Date(2026, 10, 21, 10, minute));
    const { unmount } = renderApp({ element: <Greeting /> });
    seen.add(screen.getByRole('paragraph').textContent);
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
  renderApp({ element: <Greeting /> });
  expect(screen.getByRole('link', { name: prompt })).toHaveAttribute('href', '/app?screen=auth');
});

test.each<['en' | 'ro', Headline, string]>([
  ['ro', { count: 1, until: '2026-11-25' }, '1 lucru de făcut până la 25 noiembrie 2026'],
  ['ro', { count: 2, until: '2026-12-31' }, '2 lucruri de făcut până la 31 decembrie 2026'],
  ['ro', { count: 20, until: '2026-12-31' }, '20 de lucruri de făcut până la 31 decembrie 2026'],
  ['ro', { count: 0, until: '2027-02-26' }, 'Nimic de făcut până la 26 februarie 2027'],
  ['ro', { count: 0 }, 'Nimic de făcut acum'],
  ['ro', { count: 0, possible: 2 }, 'Nimic sigur; 2 posibile'],
  [
    'ro',
    { count: 0, until: '2027-02-26', possible: 1 },
    'Nimic sigur până la 26 februarie 2027; 1 posibil',
  ],
  [
    'ro',
    { count: 1, until: '2026-11-25', possible: 3 },
    '1 lucru de făcut până la 25 noiembrie 2026',
  ],
  ['en', { count: 1, until: '2026-11-25' }, '1 thing to do by 25 November 2026'],
  ['en', { count: 0 }, 'Nothing to do now'],
])('the headline counts, %s: %o', async (language, headline, words) => {
  await showLanguage(language);
  fakeServer({});
  renderApp({ element: <HomeHeading headline={headline} /> });
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.textContent.replaceAll('\u00a0', ' ')).toBe(words);
});
