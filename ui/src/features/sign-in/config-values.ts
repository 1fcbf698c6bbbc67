import { withSafeScheme } from './safe-scheme.ts';

/* Readers of single configuration values; `undefined` for a value that cannot be used. */

/** An object whose values have not been checked yet. */
export type Raw = Record<string, unknown>;

export function isRecord(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** An address, unless it would run a script. */
export function url(value: unknown): string | undefined {
  const given = text(value);
  return given === undefined ? undefined : withSafeScheme(given);
}

/** The named keys that have a text. */
export function texts<Key extends string>(
  raw: Raw,
  keys: readonly Key[],
): Partial<Record<Key, string>> {
  const given = keys.flatMap((key) => (text(raw[key]) ? [[key, raw[key]]] : []));
  return Object.fromEntries(given) as Partial<Record<Key, string>>;
}
