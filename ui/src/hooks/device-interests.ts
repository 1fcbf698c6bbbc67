import { useSyncExternalStore } from 'react';
import { storedValue } from './stored-value.ts';

const maxInterests = 50;

function parse(kept: unknown): string[] {
  if (!Array.isArray(kept)) return [];
  return kept.filter((id) => typeof id === 'string').slice(0, maxInterests);
}

/* The topics that a visitor chose without an account; absent without any, as `theme.js` expects. */
const interests = storedValue('paragraf::interests', parse);

/** The topics kept on this device. */
export const deviceInterests = {
  get: interests.get,

  set(ids: string[]): void {
    const once = [...new Set(ids)];
    if (once.length > 0) interests.set(once);
    else interests.remove();
  },
};

export function useDeviceInterests(): string[] {
  return useSyncExternalStore(interests.subscribe, interests.get);
}
