import { storage } from './storage.ts';

/* Key and values are specified. */
const key = 'analytics-consent';
const choices = ['accepted', 'rejected'] as const;

/** The visitor's answer about analytics; `undefined` before the first answer. */
export type Consent = (typeof choices)[number] | undefined;

const listeners = new Set<() => void>();
let current: Consent = choices.find((choice) => choice === storage.get(key));

/* A choice made in another tab applies here too, above all a rejection. */
function follow(event: StorageEvent): void {
  if (event.key !== key && event.key !== null) return;
  current = choices.find((choice) => choice === event.newValue);
  for (const listener of listeners) listener();
}

/** Returns the visitor's choice, for code that needs consent before it counts anything. */
export const consent = {
  get: (): Consent => current,

  /** Stores the choice; without storage it lasts as long as the page. */
  choose(choice: NonNullable<Consent>): void {
    storage.set(key, choice);
    current = choice;
    for (const listener of listeners) listener();
  },

  /** Subscribes to changes; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', follow);
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
