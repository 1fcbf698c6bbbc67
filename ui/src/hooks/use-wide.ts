import { useSyncExternalStore } from 'react';

/* One for all cards; the width is that of the style sheets. */
const wide = window.matchMedia('(width >= 48rem)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

const isWide = () => wide.matches;

/** Whether the page is wider than a phone; rerenders when it changes. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, isWide);
}
