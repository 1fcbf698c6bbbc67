import { useSyncExternalStore } from 'react';
import { second } from '../durations.ts';
import { signInTimes } from '../sign-in-times.ts';
import { ApiError, refusesToken } from './api-error.ts';
import { authCall } from './auth-call.ts';
import type { SessionAnswer } from './auth-types.ts';
import { disableAutoSignIn } from './auto-sign-in.ts';
import {
  listenToTabs,
  oneTabAtATime,
  postToTabs,
  type SessionMessage,
  sessionMark,
} from './session-memory.ts';
import { retryLater } from './session-retry.ts';

/** The session's state, once known. */
export interface Reader {
  uid: string;
  /** Empty for the default tenant. */
  tenantId: string;
  /** Absent for an account without an address. */
  email?: string;
  emailVerified: boolean;
  /** In the form of E.164. */
  phoneNumber?: string;
  displayName: string;
  /** Nothing but this session leads to the account. */
  isGuest: boolean;
  /** Whether the reader may use the desk. */
  isEditor: boolean;
  /** Whether the reader may see the operator's page. */
  isOperator: boolean;
  /** The session can only be used to add a second factor. */
  mustAddFactor: boolean;
  photoUrl?: string;
  language: 'ro' | 'en';
  signInMethods: string[];
  createdAt: string;
  /** When the reader last proved their identity. */
  signedInAt: string;
  /** The total number of notifications. */
  notificationCount: number;
}

export type Session =
  | { status: 'loading' }
  /** There is a session, and the server that knows its reader does not answer. */
  | { status: 'unreachable' }
  | { status: 'signed_out' }
  | { status: 'signed_in'; reader: Reader };

interface Tokens {
  access: string;
  /** Milliseconds of this device's clock. */
  expiresAt: number;
  /** Only with persistence `none`. */
  refresh: string | undefined;
}

const signedOut: Session = { status: 'signed_out' };
const unreachable: Session = { status: 'unreachable' };

let session: Session = sessionMark.get() ? { status: 'loading' } : signedOut;
let tokens: Tokens | undefined;
let refreshing: Promise<string | null> | undefined;
const listeners = new Set<() => void>();
const endings = new Set<() => void>();

function show(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function readerOf({ user, enrolment_required }: SessionAnswer): Reader {
  const before = session.status === 'signed_in' ? session.reader : undefined;
  return {
    uid: user.uid,
    tenantId: user.tenant_id ?? '',
    ...(user.email !== undefined && { email: user.email }),
    emailVerified: user.email_verified,
    ...(user.phone_number !== undefined && { phoneNumber: user.phone_number }),
    displayName: user.display_name,
    isGuest: user.is_guest,
    isEditor: user.role !== 'reader',
    isOperator: user.role === 'operator',
    mustAddFactor: enrolment_required === true,
    ...(user.photo_url && { photoUrl: user.photo_url }),
    language: user.language,
    signInMethods: user.sign_in_methods,
    createdAt: user.created_at,
    signedInAt: user.auth_time,
    notificationCount: before?.uid === user.uid ? before.notificationCount : 0,
  };
}

/* One reader's data must be gone before the next reader sees the page. */
function forgetReader(): void {
  for (const ending of endings) ending();
}

function keep(answer: SessionAnswer): void {
  if (session.status === 'signed_in' && session.reader.uid !== answer.user.uid) forgetReader();
  tokens = {
    access: answer.access_token,
    expiresAt: Date.now() + answer.expires_in * second,
    refresh: answer.refresh_token ?? tokens?.refresh,
  };
  if (answer.persistence === 'none') sessionMark.remove();
  else sessionMark.set();
  show({ status: 'signed_in', reader: readerOf(answer) });
}

/** Adopts the answer of a sign-in or an account change, and informs the other tabs. */
export function adoptSession(answer: SessionAnswer): void {
  keep(answer);
  if (answer.persistence !== 'none') postToTabs({ kind: 'signed_in' });
}

/** Ends the session in this tab only. */
function endHere(): void {
  const wasSignedIn = session.status === 'signed_in';
  tokens = undefined;
  sessionMark.remove();
  if (wasSignedIn) forgetReader();
  show(signedOut);
}

/** Ends the session in this browser, whatever the server's state. The next sign-in needs a press. */
export function endSession(): void {
  // Before the page hears of it, because it may open the sign-in at once.
  disableAutoSignIn();
  endHere();
  postToTabs({ kind: 'signed_out' });
}

/* Whether the session has ended; other failures (network, busy server) may pass. */
function isEnd(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'user_disabled');
}

async function askForTokens(): Promise<string | null> {
  const body = tokens?.refresh ? { refresh_token: tokens.refresh } : {};
  const asked = tokens;
  try {
    const answer = await oneTabAtATime(() =>
      authCall<SessionAnswer>('/token', { body, byCookie: true }),
    );
    // The session changed meanwhile, so the late answer is ignored.
    if (tokens !== asked || (!asked && !sessionMark.get())) return tokens?.access ?? null;
    keep(answer);
    return answer.access_token;
  } catch (error) {
    if (!isEnd(error) || tokens !== asked) throw error;
    endSession();
    return null;
  }
}

/** Refreshes the tokens; concurrent callers share one request. */
export function refreshSession(): Promise<string | null> {
  refreshing ??= askForTokens().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

/**
 * Returns an access token for API calls, or `null` when signed out.
 *
 * Throws when a new token is needed and the server cannot be reached; the session continues.
 */
export async function accessToken(): Promise<string | null> {
  if (tokens && tokens.expiresAt - signInTimes.tokenSpare > Date.now()) return tokens.access;
  if (!tokens && !sessionMark.get()) return null;
  return refreshSession();
}

/**
 * The access token of a guest who signs up or in; `null` for everybody else, and for a guest whose
 * session has ended.
 */
export async function guestToken(): Promise<string | null> {
  if (session.status === 'signed_out' || session.status === 'unreachable') return null;
  if (session.status === 'signed_in' && !session.reader.isGuest) return null;
  const token = await refreshSession();
  return isGuest() ? token : null;
}

/** The uid of the guest who uses this browser. */
export function guestUid(): string | undefined {
  return session.status === 'signed_in' && session.reader.isGuest ? session.reader.uid : undefined;
}

const isGuest = () => guestUid() !== undefined;

/** Makes a call with the access token; if the token is refused, repeats it once with a new one. */
export async function withToken<Answer>(call: (token: string) => Promise<Answer>): Promise<Answer> {
  const refused = () => new ApiError(401, 'user_signed_out', 'Nobody is signed in.');
  const token = await accessToken();
  if (!token) throw refused();
  try {
    return await call(token);
  } catch (error) {
    if (!(error instanceof ApiError && refusesToken(error.code))) throw error;
  }
  const fresh = await refreshSession();
  if (!fresh) throw refused();
  try {
    return await call(fresh);
  } catch (error) {
    if (error instanceof ApiError && refusesToken(error.code)) endSession();
    throw error;
  }
}

/** Signs out locally at once; a failed call to the server is only logged. */
export async function signOut(): Promise<void> {
  const body = tokens?.refresh ? { refresh_token: tokens.refresh } : {};
  endSession();
  try {
    await authCall('/sign-out', { body, byCookie: true });
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: specified: a failed sign-out is logged only
    console.warn('The server did not receive the sign-out.', error);
  }
}

/* Also for the same reader: another tab may have re-authenticated or changed the name. */
function hear(message: SessionMessage): void {
  if (message.kind === 'signed_out') endHere();
  else restoreSession();
}

/** Restores the session of this browser; without an answer of the server it is tried again. */
export function restoreSession(): void {
  refreshSession().catch((error) => {
    if (session.status !== 'signed_in') show(sessionMark.get() ? unreachable : signedOut);
    retryLater(error, () => {
      if (!tokens && sessionMark.get()) restoreSession();
    });
  });
}

/** Restores the session of the last visit, if any. Call once per page. */
export function startSession(): void {
  listenToTabs(hear);
  if (sessionMark.get()) restoreSession();
}

/** Makes all tabs reload the session after the account changed elsewhere. */
export async function recheckSession(): Promise<void> {
  if (session.status !== 'signed_in') return;
  await refreshSession().catch(() => null);
  if (sessionMark.get()) postToTabs({ kind: 'signed_in' });
}

/** Called whenever a session ends in this tab; drop the reader's data here. */
export function onSessionEnd(ending: () => void): () => void {
  endings.add(ending);
  return () => endings.delete(ending);
}

/** The bell's count, set by the code that loads the reader's data. */
export function setNotificationCount(notificationCount: number): void {
  if (session.status !== 'signed_in') return;
  if (session.reader.notificationCount === notificationCount) return;
  show({ ...session, reader: { ...session.reader, notificationCount } });
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sessionSnapshot(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, sessionSnapshot);
}

/** The number of this reader's notifications. */
export function unreadCount(current: Session): number {
  return current.status === 'signed_in' ? current.reader.notificationCount : 0;
}
