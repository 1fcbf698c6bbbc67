import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { start } from './landing-app.tsx';
import { fakeServer } from './test/fake-server.ts';

test('the page of a stored language says so in place of the language of its address', async () => {
  fakeServer({ '/site': { body: { social_links: [], testimonials: [], analytics: false } } });
  window.localStorage.setItem('language', 'ro');
  document.documentElement.lang = 'en';
  document.head.innerHTML = '<link rel="manifest" href="/manifest.webmanifest" />';
  document.body.innerHTML = '<div id="root"><h1>The law changes.</h1></div>';
  await start();
  await waitFor(() => expect(document.querySelector('h1')).toHaveTextContent(/^Legea se schimbă/));
  expect(document.documentElement.lang).toBe('ro');
  expect(document.querySelector('link')?.getAttribute('href')).toBe('/manifest.ro.webmanifest');
});
