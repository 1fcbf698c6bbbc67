import { useSyncExternalStore } from 'react';
import { tickStepsStepsMaxItems, tickStepsStepsMaxProperties } from '../api/limits.gen.ts';
import { storedValue } from './stored-value.ts';

/** Ids of steps and duties that are done, by article. */
export type DoneSteps = Readonly<Record<string, readonly string[]>>;

function parse(kept: unknown): DoneSteps {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([slug, ids]) =>
      Array.isArray(ids) ? [[slug, ids.filter((id) => typeof id === 'string')]] : [],
    ),
  );
}

/* The steps ticked off without an account: `{ slug: [step id, ...] }`, last used first. */
const steps = storedValue('paragraf::done', parse);

/** The ticks kept on this device. */
export const deviceSteps = {
  get: steps.get,

  /** Ticks a step off, or takes the tick back. */
  set(slug: string, id: string, isDone: boolean): void {
    const { [slug]: before = [], ...others } = steps.get();
    const rest = before.filter((other) => other !== id);
    const ids = (isDone ? [...rest, id] : rest).slice(-tickStepsStepsMaxItems);
    const entries = Object.entries(others).slice(0, tickStepsStepsMaxProperties - 1);
    steps.set({ ...(ids.length > 0 && { [slug]: ids }), ...Object.fromEntries(entries) });
  },

  /** Forgets these ticks. */
  remove(gone: DoneSteps): void {
    const left = Object.entries(steps.get()).flatMap(([slug, ids]) => {
      const rest = ids.filter((id) => !gone[slug]?.includes(id));
      return rest.length > 0 ? [[slug, rest] as const] : [];
    });
    steps.set(Object.fromEntries(left));
  },
};

/** What is ticked off on this device. */
export function useDeviceSteps(): DoneSteps {
  return useSyncExternalStore(steps.subscribe, steps.get);
}
