import { storage } from '../storage.ts';

/* `public/theme.js` reads the same two keys before the first paint. */
export const themeKey = 'theme';
export const textSizeKey = 'text-size';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];
const textSizes = ['normal', 'large', 'larger'] as const;
export type TextSize = (typeof textSizes)[number];

export interface Preferences {
  theme: Theme;
  textSize: TextSize;
}

const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

let current: Preferences = {
  theme: themes.find((name) => name === storage.get(themeKey)) ?? 'system',
  textSize: textSizes.find((name) => name === storage.get(textSizeKey)) ?? 'normal',
};

export const shownPreferences = (): Preferences => current;

/** Shows the page by these preferences. */
export function show(next: Preferences): void {
  current = next;
  const root = document.documentElement;
  const dark = next.theme === 'dark' || (next.theme === 'system' && darkSystem().matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (next.textSize === 'normal') delete root.dataset.textSize;
  else root.dataset.textSize = next.textSize;
}

/** Follows the system until the reader chooses a theme. */
export function followSystemTheme(): void {
  darkSystem().addEventListener('change', () => show(current));
}
