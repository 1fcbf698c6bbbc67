import { storage } from './storage.ts';

/* The key and its values are the specification's (sections 3 and 5). */
const key = 'analytics-consent';
const choices = ['accepted', 'rejected'] as const;

/** What the visitor said about counting visits; `undefined` while nothing was said. */
export type Consent = (typeof choices)[number] | undefined;

const listeners = new Set<() => void>();
let current: Consent = choices.find((choice) => choice === storage.get(key));

/* A choice made in another tab holds here too, above all a rejection. */
function follow(event: StorageEvent): void {
  if (event.key !== key && event.key !== null) return;
  current = choices.find((choice) => choice === event.newValue);
  for (const listener of listeners) listener();
}

/** The visitor's choice, for those who must ask before they count anything. */
export const consent = {
  get: (): Consent => current,

  /** Keeps the choice; without storage it lasts as long as the page. */
  choose(choice: NonNullable<Consent>): void {
    storage.set(key, choice);
    current = choice;
    for (const listener of listeners) listener();
  },

  /** Calls back after each change; answers how to stop. */
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', follow);
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
