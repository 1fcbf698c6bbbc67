import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showLanguage } from '../../i18n/setup.ts';
import { fakeServer } from '../../test/fake-server.ts';
import { showSession } from '../../test/fake-session.ts';
import { renderApp } from '../../test/render-app.tsx';
import type { HomeAnswer } from './home-answer.ts';
import { Greeting, HomeHeading } from './home-heading.tsx';

const minutes = [0, 12, 24, 36, 48];

async function greetings(signedIn: boolean, answered = false): Promise<Set<string>> {
  showSession(signedIn ? { displayName: 'Ana' } : 'signed_out');
  fakeServer({});
  const seen = new Set<string>();
  for (const minute of minutes) {
    vi.setSystemTime(new Date(2026, 10, 21, 10, minute));
    const { unmount } = renderApp({ element: <Greeting answered={answered} /> });
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
  renderApp({ element: <Greeting answered={false} /> });
  expect(screen.getByRole('link', { name: prompt })).toHaveAttribute('href', '/app?screen=auth');
});

test.each([
  ['en', 'see what concerns you'],
  ['ro', 'vezi ce te privește'],
] as const)(
  'no greeting invites a visitor with answers to see them: %s',
  async (language, gone) => {
    await showLanguage(language);
    const before = [...(await greetings(false))].join(' ');
    const after = await greetings(false, true);
    expect(after.size).toBe(5);
    expect(before).toContain(gone);
    expect([...after].join(' ')).not.toContain(gone);
  },
);

test.each(['en', 'ro'] as const)('every greeting fits a line of a phone: %s', async (language) => {
  await showLanguage(language);
  const all = [await greetings(true), await greetings(false), await greetings(false, true)];
  for (const text of all.flatMap((some) => [...some])) expect(text.length, text).toBeLessThan(50);
});

const due = {
  kind: 'due',
  count: 6,
  forms: true,
  until: '2026-12-31',
  first: '2026-12-02',
  onFirst: 2,
} as const;
const none = {
  kind: 'none',
  month: '2026-12',
  possible: 0,
  asks: false,
  choices: 0,
  open: false,
} as const;

test.each<['en' | 'ro', HomeAnswer, string, string | undefined]>([
  ['ro', due, '6 declarații până la 31 decembrie.', 'Primele două: miercuri, 2 decembrie'],
  [
    'ro',
    { ...due, count: 1, onFirst: 1 },
    '1 declarație până la 31 decembrie.',
    'Miercuri, 2 decembrie',
  ],
  [
    'ro',
    { ...due, count: 20, forms: false, onFirst: 1 },
    '20 de lucruri de făcut până la 31 decembrie.',
    'Primul: miercuri, 2 decembrie',
  ],
  [
    'en',
    { ...due, forms: false },
    '6 things to do by 31 December.',
    'The first two: Wednesday 2 December',
  ],
  [
    'ro',
    { ...none, next: '2027-03-31' },
    'Nimic de depus în decembrie.',
    'Următorul termen: 31 martie 2027',
  ],
  ['ro', none, 'Nimic de depus în decembrie.', undefined],
  [
    'ro',
    { ...none, possible: 2, asks: true, next: '2027-03-31' },
    'Nimic sigur în decembrie.',
    '2 posibile: răspunde la o întrebare',
  ],
  [
    'en',
    { ...none, possible: 1 },
    'Nothing certain in December.',
    '1 deadline, only if it applies to you',
  ],
  [
    'ro',
    { ...none, possible: 2, asks: true, choices: 1 },
    'Nimic sigur în decembrie.',
    '2 posibile: răspunde la o întrebare · 1 la alegere',
  ],
  [
    'ro',
    { ...none, open: true, next: '2027-03-31' },
    'Nimic sigur în decembrie.',
    'Următorul termen: 31 martie 2027',
  ],
  ['ro', { kind: 'unknown' }, 'Încă nu știm ce te privește.', 'Câteva întrebări, un minut.'],
  ['ro', { kind: 'visitor' }, 'Ce te privește?', 'Alege; răspunsul vine pe loc.'],
  [
    'ro',
    { kind: 'unchecked', of: '2026-11-25', next: '2026-12-02' },
    'Nu am putut verifica azi.',
    'La 25 noiembrie, următorul termen era 2 decembrie.',
  ],
  ['en', { kind: 'unchecked' }, 'We couldn’t check today.', undefined],
])('the heading answers, %s: %o', async (language, answer, title, next) => {
  vi.useFakeTimers({ now: new Date('2026-11-26T10:00:00Z'), toFake: ['Date'] });
  await showLanguage(language);
  fakeServer({});
  renderApp({ element: <HomeHeading answer={answer} answered /> });
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading).toHaveTextContent(title);
  expect(heading.nextElementSibling?.textContent).toBe(next);
  vi.useRealTimers();
});
