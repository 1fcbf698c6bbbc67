import type { Reader } from '../api/session.ts';

/** The reader's first name, or the local part of the address when there is none; empty without both. */
export function readerName({ displayName, email }: Reader): string {
  const [first] = displayName.trim().split(/\s+/);
  return first || (email?.split('@')[0] ?? '');
}
