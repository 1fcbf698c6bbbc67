import { useSyncExternalStore } from 'react';
import type { Answers, Band, FactAnswer, ManyAnswer, Unsure } from '../api/answers.ts';
import { isOpen } from './answer-shapes.ts';
import { storedValue } from './stored-value.ts';

const mostFacts = 60;
const mostOptions = 60;

function idsOf(kept: unknown): string[] | undefined {
  if (!Array.isArray(kept)) return undefined;
  return kept.every((id) => typeof id === 'string') ? kept.slice(0, mostOptions) : undefined;
}

function objectAnswer(kept: object): Unsure | ManyAnswer | Band | undefined {
  const fields = kept as Record<string, unknown>;
  if (fields.unsure === true) return { unsure: true };
  const [yes, unsure] = [idsOf(fields.yes), idsOf(fields.unsure)];
  if (yes && unsure) return { yes, unsure, ...(fields.open === true && { open: true }) };
  const band = Object.entries(fields).filter(
    ([name, value]) => (name === 'from' || name === 'to') && Number.isFinite(value),
  );
  return band.length > 0 ? (Object.fromEntries(band) as Band) : undefined;
}

function answerOf(kept: unknown): FactAnswer | undefined {
  if (typeof kept === 'string' || typeof kept === 'boolean') return kept;
  if (typeof kept === 'number') return Number.isFinite(kept) ? kept : undefined;
  if (typeof kept !== 'object' || kept === null) return undefined;
  return idsOf(kept) ?? objectAnswer(kept);
}

function parse(kept: unknown): Answers {
  if (typeof kept !== 'object' || kept === null) return { facts: {}, skipped: [] };
  const { facts, skipped } = kept as Record<string, unknown>;
  const entries = Object.entries(typeof facts === 'object' && facts !== null ? facts : {});
  const answers = entries.flatMap(([id, value]) => {
    const answer = answerOf(value);
    return answer === undefined ? [] : [[id, answer] as const];
  });
  return {
    facts: Object.fromEntries(answers.slice(0, mostFacts)),
    skipped: (idsOf(skipped) ?? []).slice(0, mostFacts),
  };
}

/* The reader's answers. They belong to this device and not to an account: signing out leaves them. */
const answers = storedValue('paragraf::answers', parse);

/** The answers kept on this device. */
export const deviceAnswers = {
  get: answers.get,

  /** Answers a question; without an answer it is open again. */
  set(fact: string, answer: FactAnswer | undefined): void {
    const { [fact]: _, ...others } = answers.get().facts;
    const facts = answer === undefined ? others : { ...others, [fact]: answer };
    const skipped = answers.get().skipped.filter((id) => id !== fact);
    if (Object.keys(facts).length + skipped.length === 0) answers.remove();
    else answers.set({ facts, skipped });
  },

  /** Passes over questions; those with an answer keep it. What is open of one is not asked again. */
  skip(ids: readonly string[]): void {
    const { facts, skipped } = answers.get();
    const open = ids.filter((id) => isOpen(facts[id]));
    answers.set({ facts, skipped: [...new Set([...skipped, ...open])] });
  },

  erase: answers.remove,
};

/** The reader's answers on this device. */
export function useDeviceAnswers(): Answers {
  return useSyncExternalStore(answers.subscribe, answers.get);
}
