import { act, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { useSelectLanguage } from '../hooks/use-select-language.ts';
import { selectLanguage, showLanguage } from '../i18n/setup.ts';
import { fakeServer, sent } from '../test/fake-server.ts';
import { showSession } from '../test/fake-session.ts';
import { renderApp } from '../test/render-app.tsx';
import { useAccountLanguage } from './use-account-language.ts';

function App() {
  useAccountLanguage();
  const select = useSelectLanguage();
  return (
    <button type="button" onClick={() => select('en')}>
      En
    </button>
  );
}

const shown = () => document.documentElement.lang;
const stored = () => window.localStorage.getItem('language');

function openAt(address: string) {
  // The layout reads the browser's address, which the memory router leaves alone.
  window.history.replaceState(null, '', address);
  return renderApp({ at: address, element: <App /> });
}

describe('the account’s language', () => {
  beforeEach(async () => {
    fakeServer({ '/auth/v1/me': { body: {} } });
    window.localStorage.clear();
    await showLanguage('en');
    showSession('signed_out');
  });

  test('signing in takes it over where none was chosen, also in the address', async () => {
    const app = openAt('/app?lang=en');
    act(() => showSession({ language: 'ro' }));
    await waitFor(() => expect(shown()).toBe('ro'));
    expect(stored()).toBe('ro');
    expect(app.address()).toBe('/app?lang=ro');
  });

  test('the sign-in screen keeps its address until the reader has left it', async () => {
    const app = openAt('/app?screen=auth&lang=en');
    act(() => showSession({ language: 'ro' }));
    expect([shown(), app.address()]).toEqual(['en', '/app?screen=auth&lang=en']);
    await act(() => app.router.navigate('/app?lang=en'));
    await waitFor(() => expect(app.address()).toBe('/app?lang=ro'));
    expect(shown()).toBe('ro');
  });

  test('a choice on this device stays', async () => {
    await selectLanguage('en');
    openAt('/app');
    act(() => showSession({ language: 'ro' }));
    expect([shown(), stored()]).toEqual(['en', 'en']);
  });

  test('a shared link is read as it was sent, and nothing is stored', () => {
    showSession({ language: 'ro' });
    openAt('/app?lang=en');
    expect([shown(), stored()]).toEqual(['en', null]);
  });

  test('the switcher changes it', async () => {
    await selectLanguage('ro');
    showSession({ language: 'ro' });
    openAt('/app');
    act(() => document.querySelector('button')?.click());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ method: 'POST', body: { language: 'en' } });
    expect(stored()).toBe('en');
  });

  test('a visitor’s switcher sends nothing', async () => {
    openAt('/app');
    act(() => document.querySelector('button')?.click());
    await waitFor(() => expect(stored()).toBe('en'));
    expect(sent).toEqual([]);
  });
});
