import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showLanguage } from '../i18n/setup.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { SiteNotice } from './site-notice.tsx';

const maintenance = { since: '2026-01-10T09:00:00Z', message: 'Until 22:00.' };

test.each([
  ['en', 'Your data cannot be loaded right now. We keep trying.'],
  ['ro', 'Datele tale nu pot fi încărcate acum. Încercăm din nou.'],
] as const)(
  'a reader whose server does not answer learns it in %s, until it does',
  async (language, text) => {
    await showLanguage(language);
    showSession({});
    renderApp({ element: <SiteNotice maintenance={undefined} /> });
    expect(screen.queryByRole('status')).toBeNull();
    act(() => showSession('unreachable'));
    expect(screen.getByRole('status')).toHaveTextContent(text);
    act(() => showSession({}));
    expect(screen.queryByRole('status')).toBeNull();
  },
);

test('readers learn that they can read, and what the operator says', () => {
  showSession({});
  renderApp({ element: <SiteNotice maintenance={maintenance} /> });
  const notice = screen.getByRole('status');
  expect(notice).toHaveTextContent('you can read everything');
  expect(notice).toHaveTextContent('Until 22:00.');
});

test('a reader whose session waits for the end of maintenance has one notice', () => {
  showSession('unreachable');
  renderApp({ element: <SiteNotice maintenance={maintenance} /> });
  const notice = screen.getByRole('status');
  expect(notice).toHaveTextContent('you can read every article');
  expect(notice).toHaveTextContent('Until 22:00.');
  expect(notice).not.toHaveTextContent('We keep trying');
});
