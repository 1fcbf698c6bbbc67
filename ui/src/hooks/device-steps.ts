import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';

/* The steps ticked off without an account: `{ slug: [step id, ...] }`, last used first. The limits
   are those of an account. */
const doneKey = 'paragraf::done';
const mostArticles = 200;
const mostPerArticle = 100;
const listeners = new Set<() => void>();

/** Ids of steps and duties that are done, by article. */
export type DoneSteps = Readonly<Record<string, readonly string[]>>;

function parse(text: string | null): DoneSteps {
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
function current(): DoneSteps {
  const now = storage.get(doneKey);
  if (now !== text && now !== null) {
    text = now;
    done = parse(now);
  }
  return done;
}

function keep(next: DoneSteps): void {
  done = next;
  storage.set(doneKey, JSON.stringify(done));
  text = storage.get(doneKey);
  for (const listener of listeners) listener();
}

/** The ticks kept on this device; where storage is forbidden they last as long as the page. */
export const deviceSteps = {
  get: current,

  /** Ticks a step off, or takes the tick back. */
  set(slug: string, id: string, isDone: boolean): void {
    const { [slug]: before = [], ...others } = current();
    const rest = before.filter((other) => other !== id);
    const ids = (isDone ? [...rest, id] : rest).slice(-mostPerArticle);
    const entries = Object.entries(others).slice(0, mostArticles - 1);
    keep({ ...(ids.length > 0 && { [slug]: ids }), ...Object.fromEntries(entries) });
  },

  /** Forgets these ticks. */
  remove(gone: DoneSteps): void {
    const left = Object.entries(current()).flatMap(([slug, ids]) => {
      const rest = ids.filter((id) => !gone[slug]?.includes(id));
      return rest.length > 0 ? [[slug, rest] as const] : [];
    });
    keep(Object.fromEntries(left));
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** What is ticked off on this device. */
export function useDeviceSteps(): DoneSteps {
  return useSyncExternalStore(subscribe, current);
}
