import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';

/* `public/theme.js` reads the same two keys before the first paint. */
const themeKey = 'theme';
const textSizeKey = 'text-size';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];
const textSizes = ['normal', 'large', 'larger'] as const;
type TextSize = (typeof textSizes)[number];

interface Preferences {
  theme: Theme;
  textSize: TextSize;
}

const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

let current: Preferences = {
  theme: themes.find((name) => name === storage.get(themeKey)) ?? 'system',
  textSize: textSizes.find((name) => name === storage.get(textSizeKey)) ?? 'normal',
};

function apply(): void {
  const root = document.documentElement;
  const dark = current.theme === 'dark' || (current.theme === 'system' && darkSystem().matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (current.textSize === 'normal') delete root.dataset.textSize;
  else root.dataset.textSize = current.textSize;
}

function change(next: Partial<Preferences>): void {
  current = { ...current, ...next };
  apply();
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme): void {
  storage.set(themeKey, theme);
  change({ theme });
}

export function setTextSize(textSize: TextSize): void {
  storage.set(textSizeKey, textSize);
  change({ textSize });
}

/** Follows the system until the reader chooses a theme. */
export function followSystemTheme(): void {
  darkSystem().addEventListener('change', apply);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
