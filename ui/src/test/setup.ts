import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest';
import { endSession } from '../api/session.ts';
import { showLanguage } from '../i18n/setup.ts';
import { loadTexts } from './texts.ts';

/* What jsdom lacks and the product needs. */
window.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as MediaQueryList;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.scrollTo = () => {};
HTMLElement.prototype.showPopover ??= function showPopover() {
  this.style.display = 'block';
};

configure({ asyncUtilTimeout: 20_000 });

beforeAll(loadTexts);

let complaints: MockInstance<typeof console.error>;

beforeEach(async () => {
  // The files of a worker share the session, and a failed test does not end its own.
  endSession();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  await showLanguage('en');
  complaints = vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  // A test that fails before it puts them back must not fail those after it.
  vi.useRealTimers();
  // React and the libraries report through console.error: any call fails the test.
  expect(complaints).not.toHaveBeenCalled();
});
