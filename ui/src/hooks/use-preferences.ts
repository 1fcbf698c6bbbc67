import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';
import {
  type Preferences,
  show,
  shownPreferences,
  type TextSize,
  type Theme,
  textSizeKey,
  themeKey,
} from './preferences.ts';

const listeners = new Set<() => void>();

function change(next: Partial<Preferences>): void {
  show({ ...shownPreferences(), ...next });
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

export function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shownPreferences);
}
