import { storage } from '../storage.ts';

const key = 'paragraf::no-auto-sign-in';

/** Makes a credential helper ask next time instead of signing in by itself. */
export function disableAutoSignIn(): void {
  storage.set(key, '1');
  // Browsers without credential management have nothing to prevent.
  navigator.credentials?.preventSilentAccess?.().catch(() => undefined);
}

/** The reader signed in through the helper, which may do so by itself again. */
export function allowAutoSignIn(): void {
  storage.remove(key);
}

export function mayAutoSignIn(): boolean {
  return storage.get(key) === null;
}
