/**
 * Who reads.
 *
 * There are no accounts yet, so everybody is signed out. When they come, this hook reads the
 * session from the identity module; nobody who calls it has to change.
 */
export interface Reader {
  uid: string;
  displayName: string;
  photoUrl?: string;
  /** The sum of the lengths of all notification lists. */
  notificationCount: number;
}

export type Session =
  | { status: 'loading' }
  | { status: 'signed_out' }
  | { status: 'signed_in'; reader: Reader };

const signedOut: Session = { status: 'signed_out' };

export function useSession(): Session {
  return signedOut;
}

/** How many notifications wait for this reader. */
export function unreadCount(session: Session): number {
  return session.status === 'signed_in' ? session.reader.notificationCount : 0;
}

/** Ends the session; without accounts there is none to end. */
export async function signOut(): Promise<void> {}
