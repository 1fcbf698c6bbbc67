import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';

/** A term that the reader has dated: the day on which it begins and its last day. */
export interface TermDate {
  from: string;
  until: string;
}

type TermDates = Readonly<Record<string, TermDate>>;

const termsKey = 'paragraf::terms';
const mostTerms = 200;
const listeners = new Set<() => void>();
const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

function parse(text: string | null): TermDates {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(([, term]) => isDay(term?.from) && isDay(term?.until)),
    );
  } catch {
    return {};
  }
}

let text = storage.get(termsKey);
let terms = parse(text);

/* Another tab may have changed it. The same object while nothing has changed. */
function current(): TermDates {
  const now = storage.get(termsKey);
  if (now !== text && now !== null) {
    text = now;
    terms = parse(now);
  }
  return terms;
}

/** Keeps the days of a term on this device, or forgets them. */
export function setTermDate(key: string, term: TermDate | undefined): void {
  const { [key]: _, ...others } = current();
  const rest = Object.entries(others).slice(0, mostTerms - 1);
  terms = { ...(term && { [key]: term }), ...Object.fromEntries(rest) };
  storage.set(termsKey, JSON.stringify(terms));
  text = storage.get(termsKey);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The terms that the reader has dated on this device. */
export function useTermDates(): TermDates {
  return useSyncExternalStore(subscribe, current);
}
