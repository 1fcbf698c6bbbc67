import { client, unwrap } from './client.ts';
import type { DatedEntry } from './types.ts';

const units = ['days', 'working_days', 'months', 'hours'] as const;

/** The length of a term that begins with something the reader does. */
export interface Term {
  unit: (typeof units)[number];
  count: number;
}

/** What has a term. */
export type WithTerm = Pick<DatedEntry, 'kind' | 'within' | 'shift'>;

export function termOf(entry: Pick<WithTerm, 'within'>): Term | undefined {
  const within: Partial<Record<Term['unit'], number>> = entry.within ?? {};
  const unit = units.find((name) => within[name] !== undefined);
  return unit && { unit, count: within[unit] ?? 0 };
}

/**
 * The last day of a term that begins on `from`.
 *
 * A term to act that would end on a day off ends on the next working day (Civil Code, art. 2554).
 */
export async function termEnd(entry: WithTerm, term: Term, from: string): Promise<string> {
  const { unit, count } = term;
  const shift = entry.shift ?? (entry.kind === 'due' && unit !== 'hours' ? 'next' : undefined);
  const query = { from, [unit]: count, ...(shift && { shift }) };
  return unwrap(await client.GET('/deadlines/within', { params: { query } })).date;
}
