import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';

/* The steps that the reader ticked off, by article: `{ slug: [step id, ...] }`, last used first. */
const doneKey = 'paragraf::done';
const mostArticles = 200;
const none: readonly string[] = [];
const listeners = new Set<() => void>();

type Done = Record<string, string[]>;

function parse(text: string | null): Done {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([slug, ids]) =>
        Array.isArray(ids) ? [[slug, ids.filter((id) => typeof id === 'string')]] : [],
      ),
    );
  } catch {
    return {};
  }
}

let text = storage.get(doneKey);
let done = parse(text);

/* Another tab may have changed it. The same object while nothing has changed. */
function current(): Done {
  const now = storage.get(doneKey);
  if (now !== text && now !== null) {
    text = now;
    done = parse(now);
  }
  return done;
}

/** Ticks a step off, or takes the tick back. Where storage is forbidden it lasts as long as the page. */
export function setStepDone(slug: string, id: string, isDone: boolean): void {
  const { [slug]: before = [], ...others } = current();
  const rest = before.filter((other) => other !== id);
  const ids = isDone ? [...rest, id] : rest;
  const entries = Object.entries(others).slice(0, mostArticles - 1);
  done = { ...(ids.length > 0 && { [slug]: ids }), ...Object.fromEntries(entries) };
  storage.set(doneKey, JSON.stringify(done));
  text = storage.get(doneKey);
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

/** What is ticked off on this device: ids by article. */
export function useAllDone(): Readonly<Record<string, readonly string[]>> {
  return useSyncExternalStore(subscribe, current);
}

/** The ids of an article's steps that are ticked off on this device. */
export function useDoneSteps(slug: string): readonly string[] {
  return useSyncExternalStore(subscribe, () => current()[slug] ?? none);
}
