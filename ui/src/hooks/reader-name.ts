import type { Reader } from '../api/session.ts';

/** The reader's name, or the local part of the address when there is none; empty without both. */
export function readerName({ displayName, email }: Reader): string {
  return displayName.trim() || (email?.split('@')[0] ?? '');
}
