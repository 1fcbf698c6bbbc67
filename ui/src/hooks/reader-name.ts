import type { Reader } from '../api/session.ts';

/** How a reader is greeted: by name, or by the beginning of the address where none was asked for. */
export function readerName({ displayName, email }: Reader): string {
  return displayName.trim() || (email.split('@')[0] ?? email);
}
