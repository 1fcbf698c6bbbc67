import { useSyncExternalStore } from 'react';
import { storedValue } from './stored-value.ts';

/** A term that the reader has dated: the day on which it begins and its last day. */
export interface TermDate {
  from: string;
  until: string;
}

type TermDates = Readonly<Record<string, TermDate>>;

const mostTerms = 200;
const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

function parse(kept: unknown): TermDates {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter(([, term]) => isDay(term?.from) && isDay(term?.until)),
  );
}

/** The key of a duty's term on this device. */
export const dutyTermKey = ({ id }: { id: string }) => `duty ${id}`;

const terms = storedValue('paragraf::terms', parse);

/** Keeps the days of a term on this device, or forgets them. */
export function setTermDate(key: string, term: TermDate | undefined): void {
  const { [key]: _, ...others } = terms.get();
  const rest = Object.entries(others).slice(0, mostTerms - 1);
  terms.set({ ...(term && { [key]: term }), ...Object.fromEntries(rest) });
}

/** The terms that the reader has dated on this device. */
export function useTermDates(): TermDates {
  return useSyncExternalStore(terms.subscribe, terms.get);
}
