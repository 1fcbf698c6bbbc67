import { expect, test } from 'vitest';
import { served } from '../../served.ts';

const beginnings = served();
const passedOn = (path: string) => beginnings.some((beginning) => path.startsWith(beginning));

test('the development server passes every call on and shows the screens itself', () => {
  const calls = ['/acts/a', '/overviews', '/coverage', '/figures', '/pictures/a', '/auth/v1/me'];
  expect(calls.filter((path) => !passedOn(path))).toEqual([]);
  const screens = ['/', '/app', '/act/a', '/overview/a', '/topic/a', '/auth', '/mail/confirm'];
  expect([...screens, '/src/routes.tsx', '/@vite/client'].filter(passedOn)).toEqual([]);
});
