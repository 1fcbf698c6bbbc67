import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showLanguage } from '../i18n/setup.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { ConnectionNotice } from './connection-notice.tsx';

test.each([
  ['en', 'Your data cannot be loaded right now. We keep trying.'],
  ['ro', 'Datele tale nu pot fi încărcate acum. Încercăm din nou.'],
] as const)(
  'a reader whose server does not answer learns it in %s, until it does',
  async (language, text) => {
    await showLanguage(language);
    showSession({});
    renderApp({ element: <ConnectionNotice /> });
    expect(screen.queryByRole('status')).toBeNull();
    act(() => showSession('unreachable'));
    expect(screen.getByRole('status')).toHaveTextContent(text);
    act(() => showSession({}));
    expect(screen.queryByRole('status')).toBeNull();
  },
);
