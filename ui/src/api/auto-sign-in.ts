import { storage } from '../storage.ts';

const key = 'paragraf::no-auto-sign-in';

/** Makes the next sign-in wait for a press: neither a credential helper nor a redirect begins it. */
export function disableAutoSignIn(): void {
  storage.set(key, '1');
  // Browsers without credential management have nothing to prevent.
  navigator.credentials?.preventSilentAccess?.().catch(() => undefined);
}

/** The reader signed in at a provider, which may happen without a press again. */
export function allowAutoSignIn(): void {
  storage.remove(key);
}

export function mayAutoSignIn(): boolean {
  return storage.get(key) === null;
}
