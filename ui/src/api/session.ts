import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';

/** Whoever is signed in and reads. */
export interface Reader {
  uid: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
  photoUrl?: string;
  language: 'ro' | 'en';
  signInMethods: string[];
  createdAt: string;
  /** The sum of the lengths of all notification lists. */
  notificationCount: number;
}

export type Session =
  | { status: 'loading' }
  | { status: 'signed_out' }
  | { status: 'signed_in'; reader: Reader };

/** The server's answer to whatever begins or renews a session. */
export interface SessionAnswer {
  access_token: string;
  user: {
    uid: string;
    email: string;
    email_verified: boolean;
    display_name: string;
    photo_url: string | null;
    language: string;
    sign_in_methods: string[];
    created_at: string;
  };
}

declare global {
  interface Window {
    /** A session to begin with, for those who try the screens without a server. */
    paragrafSession?: SessionAnswer;
  }
}

let session: Session = { status: 'signed_out' };
let token: string | null = null;
const listeners = new Set<() => void>();

function show(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Takes the tokens and the facts about the reader that an answer brings. */
export function adoptSession({ access_token, user }: SessionAnswer): void {
  token = access_token;
  const before = session.status === 'signed_in' ? session.reader.notificationCount : 0;
  show({
    status: 'signed_in',
    reader: {
      uid: user.uid,
      email: user.email,
      emailVerified: user.email_verified,
      displayName: user.display_name,
      ...(user.photo_url && { photoUrl: user.photo_url }),
      language: user.language === 'ro' ? 'ro' : 'en',
      signInMethods: user.sign_in_methods,
      createdAt: user.created_at,
      notificationCount: before,
    },
  });
}

if (typeof window !== 'undefined' && window.paragrafSession) adoptSession(window.paragrafSession);

export function sessionSnapshot(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, sessionSnapshot);
}

/** How many notifications wait for this reader. */
export function unreadCount(now: Session): number {
  return now.status === 'signed_in' ? now.reader.notificationCount : 0;
}

export function setNotificationCount(notificationCount: number): void {
  if (session.status !== 'signed_in') return;
  if (session.reader.notificationCount === notificationCount) return;
  show({ status: 'signed_in', reader: { ...session.reader, notificationCount } });
}

export async function accessToken(): Promise<string | null> {
  return token;
}

/** A call of the reader's own. */
export async function withToken<Answer>(call: (token: string) => Promise<Answer>): Promise<Answer> {
  if (token === null) throw new ApiError(401, 'user_signed_out', 'Nobody is signed in.');
  return call(token);
}

export async function signOut(): Promise<void> {
  token = null;
  show({ status: 'signed_out' });
}
