import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { authServer } from '../../test/auth-server.ts';
import { at, fill, freshWidget, pageId, pass, press } from '../../test/widget.tsx';
import { AuthUI } from './auth-ui.tsx';

const config = { signInOptions: ['password'] };
let ui: AuthUI;

beforeEach(() => {
  freshWidget();
  document.body.innerHTML = '<div id="one"></div><div id="two"></div>';
  ui = new AuthUI();
});
afterEach(() => {
  act(() => AuthUI.getInstance()?.delete());
  document.body.innerHTML = '';
  vi.useRealTimers();
});

async function start(place: string, more: object = {}) {
  act(() => ui.start(place, { ...config, ...more }));
  await pass();
}

describe('the widget for hosts without React', () => {
  test('there is one per name', () => {
    expect(AuthUI.getInstance()).toBe(ui);
    expect(AuthUI.getInstance('other')).toBeNull();
    expect(() => new AuthUI()).toThrow('already');
    const other = new AuthUI('other');
    expect(AuthUI.getInstance('other')).toBe(other);
    other.delete();
    expect(AuthUI.getInstance('other')).toBeNull();
  });

  test('it is shown in an element, and gone after reset', async () => {
    authServer({});
    await start('#one');
    expect(pageId()).toBe('signIn');
    act(() => ui.reset());
    expect(document.querySelector('#one')).toBeEmptyDOMElement();
  });

  test('an element that is not there is a mistake', () => {
    expect(() => ui.start('#none', config)).toThrow('#none');
  });

  test('a second widget ends the first, with a warning when it was at work', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    authServer({ '/methods': { body: { methods: [] }, after: 900 } });
    await start('#one');
    fill('E-mail', 'ana@example.org');
    await press('Next');
    const other = new AuthUI('other');
    act(() => other.start('#two', config));
    await pass(1000);
    expect(document.querySelector('#one')).toBeEmptyDOMElement();
    expect(document.querySelector('#two [data-page]')).toHaveAttribute('data-page', 'signIn');
    expect(warn).toHaveBeenCalledOnce();
    act(() => other.delete());
  });

  test('signIn() goes to the page of the widget, or opens it in a window', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    expect(() => ui.signIn()).toThrow('widgetUrl');
    ui.setConfig({ ...config, widgetUrl: '/app?screen=auth', popupMode: true });
    ui.signIn();
    expect(open).toHaveBeenCalledExactlyOnceWith(
      `${window.location.origin}/app?screen=auth&mode=select`,
      'sign-in',
      expect.stringContaining('width=500,height=600'),
    );
  });

  test('a sign-in link is a pending return; its mode is case-sensitive', () => {
    ui.setConfig(config);
    expect(ui.isPendingRedirect()).toBe(false);
    at('/app?mode=signIn&oobCode=c1');
    expect(ui.isPendingRedirect()).toBe(true);
    at('/app?mode=signin&oobCode=c1');
    expect(ui.isPendingRedirect()).toBe(false);
  });

  test('reset() forgets what was to be connected after a provider', async () => {
    authServer({});
    await start('#one');
    window.sessionStorage.setItem('paragraf::pending', '{}');
    act(() => ui.reset());
    expect(window.sessionStorage.getItem('paragraf::pending')).toBeNull();
  });

  test('uiLanguage decides the language of the widget alone', async () => {
    authServer({});
    await start('#one', { uiLanguage: 'ro' });
    await vi.dynamicImportSettled();
    await pass();
    expect(document.querySelector('#one [lang]')).toHaveAttribute('lang', 'ro');
    expect(screen.getByRole('heading', { name: 'Conectare prin e-mail' })).toBeInTheDocument();
    expect(document.documentElement.lang).not.toBe('ro');
  });

  test('after delete() nothing can be done with it', () => {
    ui.delete();
    expect(() => ui.start('#one', config)).toThrow('deleted');
    expect(() => ui.setConfig(config)).toThrow('deleted');
    expect(() => ui.signIn()).toThrow('deleted');
    expect(AuthUI.getInstance()).toBeNull();
  });
});
