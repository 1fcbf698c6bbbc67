import { expect, test } from 'vitest';
import {
  insteadOfLanding,
  isUnreachable,
  kindOf,
  pageKey,
  shellUrl,
  worthKeeping,
} from './rules.ts';

const at = (path: string) => new URL(path, 'https://example.org');

test.each([
  ['/app', 'app'],
  ['/app?articleId=a', 'app'],
  ['/topic/munca', 'app'],
  ['/act/lege-53-2003', 'app'],
  ['/overview/2026-10', 'app'],
  ['/', 'landing'],
  ['/?lang=ro', 'landing'],
  ['/privacy', 'document'],
  ['/terms?lang=ro', 'document'],
  ['/privacy/more', undefined],
  ['/fetch-pdf?url=x', undefined],
  ['/lawchanges', undefined],
  ['/auth?mode=verifyEmail&oobCode=x', undefined],
])('a visit to %s is answered as %s', (path, kind) => {
  expect(kindOf(at(path), 'navigate')).toBe(kind);
});

test.each([
  ['/lawchanges?limit=24&lang=en', 'list'],
  ['/lawchanges/lege-1-2026?lang=ro', 'article'],
  ['/topics', 'list'],
  ['/deadlines?lang=ro', 'list'],
  ['/deadlines/holidays?from=2026-12-01&to=2026-12-31', 'list'],
  ['/site', 'list'],
  ['/acts/lege-53-2003?lang=ro', 'article'],
  ['/overviews/2026-10?lang=ro', 'article'],
  ['/overviews', 'list'],
  ['/insights?lang=ro', 'list'],
  ['/coverage/calendar?lang=ro', 'list'],
  ['/search?q=tva&lang=ro', 'list'],
  ['/concerns/questions?lang=ro', 'list'],
  ['/concerns', undefined],
  ['/search/suggest?q=tv', undefined],
  ['/assets/index-1.js', 'asset'],
  ['/analytics/events', undefined],
  ['/fetch-pdf?url=x', undefined],
  ['/auth/v1/me', undefined],
  ['/auth/v1/me/export', undefined],
  ['/auth/v1/token', undefined],
  ['/users/liked-articles/1?lang=ro', undefined],
  ['/notifications/1/stream', undefined],
  ['/reports', undefined],
  ['/users/user-data/1', undefined],
  ['/notifications/1', undefined],
  ['/subscribe', undefined],
  ['/healthz', undefined],
])('a request for %s is kept as %s', (path, kind) => {
  expect(kindOf(at(path), 'cors')).toBe(kind);
});

test('a page outside of the app is kept once per language', () => {
  expect(pageKey(at('/privacy?lang=ro&x=1'))).toBe('https://example.org/privacy?lang=ro');
  expect(pageKey(at('/?utm_source=x'))).toBe('https://example.org/');
  expect(pageKey(at('/?lang=ro&x=1'))).toBe('https://example.org/?lang=ro');
  expect(pageKey(at('/?lang=xx'))).toBe('https://example.org/');
});

test('of what a page loaded before the worker, the public texts are kept', () => {
  const origin = 'https://example.org';
  const loaded = [
    `${origin}/lawchanges?lang=ro`,
    `${origin}/lawchanges/lege-1-2026?lang=ro`,
    `${origin}/assets/index-1.js`,
    `${origin}/auth/v1/me`,
    `${origin}/users/user-data/1`,
    'https://example.com/lawchanges?lang=ro',
  ];
  expect(worthKeeping(loaded, origin).map(String)).toEqual(loaded.slice(0, 2));
});

test('a gateway in trouble counts as no network, a refusal does not', () => {
  expect([502, 503, 504].every(isUnreachable)).toBe(true);
  expect([200, 404, 429, 500].some(isUnreachable)).toBe(false);
});

test('no screen has the name of the shell', () => {
  expect(shellUrl).toBe('/app?screen=shell');
});

test('without a connection the landing page leads to the app in its language', () => {
  expect(insteadOfLanding(at('/?lang=ro&ref=x')).href).toBe('https://example.org/app?lang=ro');
  expect(insteadOfLanding(at('/')).href).toBe('https://example.org/app');
});
