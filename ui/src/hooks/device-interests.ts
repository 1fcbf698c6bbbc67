import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';

/* The topics that a visitor chose without an account. */
const interestsKey = 'paragraf::interests';
const longest = 50;
const listeners = new Set<() => void>();

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(storage.get(interestsKey) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((id) => typeof id === 'string').slice(0, longest);
  } catch {
    return [];
  }
}

let current = { text: storage.get(interestsKey), ids: read() };

/* The same array while nothing has changed, in this tab or another. */
function snapshot(): string[] {
  const text = storage.get(interestsKey);
  if (current.text !== text) current = { text, ids: read() };
  return current.ids;
}

/** The topics kept on this device; where storage is forbidden they last as long as the page. */
export const deviceInterests = {
  get: snapshot,

  set(ids: string[]): void {
    const once = [...new Set(ids)];
    if (once.length > 0) storage.set(interestsKey, JSON.stringify(once));
    else storage.remove(interestsKey);
    current = { text: storage.get(interestsKey), ids: once };
    for (const listener of listeners) listener();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function useDeviceInterests(): string[] {
  return useSyncExternalStore(subscribe, snapshot);
}
