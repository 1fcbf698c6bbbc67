import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import type { Reader, Session } from '../api/session.ts';
import { exampleReader } from './example-reader.ts';

/* Replaces `api/session.ts` in every test that imports this file; see fake-session-plugin.ts. */
const ana: Partial<Reader> = { uid: 'uid1', email: 'ana.pop@example.ro', language: 'en' };
let session: Session = { status: 'signed_out' };
let token: string | null = null;
const listeners = new Set<() => void>();

/** The calls made to the test's session. */
export const sessionCalls = {
  signedOut: 0,
  restored: 0,
  adopted: [] as unknown[],
  signOutFails: false,
};

/** Sets the session: signed in (with these fields), signed out, unknown, or with a server that does not answer. */
export function showSession(
  next: Partial<Reader> | 'signed_out' | 'loading' | 'unreachable',
): void {
  if (typeof next === 'string') session = { status: next };
  else session = { status: 'signed_in', reader: { ...exampleReader(), ...ana, ...next } };
  token = typeof next === 'string' ? null : 'token-1';
  Object.assign(sessionCalls, { signedOut: 0, restored: 0, adopted: [], signOutFails: false });
  for (const listener of listeners) listener();
}

export const sessionSnapshot = (): Session => session;

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, sessionSnapshot);
}

export const unreadCount = (now: Session): number =>
  now.status === 'signed_in' ? now.reader.notificationCount : 0;

export function setNotificationCount(notificationCount: number): void {
  if (session.status !== 'signed_in') return;
  if (session.reader.notificationCount === notificationCount) return;
  session = { status: 'signed_in', reader: { ...session.reader, notificationCount } };
  for (const listener of listeners) listener();
}

export async function withToken<Answer>(call: (token: string) => Promise<Answer>): Promise<Answer> {
  if (token === null) throw new ApiError(401, 'user_signed_out', 'Nobody is signed in.');
  return call(token);
}

export const accessToken = async (): Promise<string | null> => token;

export const refreshSession = accessToken;

export function restoreSession(): void {
  sessionCalls.restored += 1;
}

export function adoptSession(answer: { user?: { display_name?: string } }): void {
  sessionCalls.adopted.push(answer);
  if (session.status !== 'signed_in') return;
  const displayName = answer.user?.display_name ?? session.reader.displayName;
  session = { status: 'signed_in', reader: { ...session.reader, displayName } };
  for (const listener of listeners) listener();
}

export const endSession = (): void => showSession('signed_out');

export async function signOut(): Promise<void> {
  sessionCalls.signedOut += 1;
  token = null;
  session = { status: 'signed_out' };
  for (const listener of listeners) listener();
  if (sessionCalls.signOutFails) throw new Error('no answer');
}
