import { useSyncExternalStore } from 'react';
import type { Answers, Band, FactAnswer, ManyAnswer, Unsure } from '../api/answers.ts';
import { profileFactsMaxProperties } from '../api/limits.gen.ts';
import { isOpen } from './answer-shapes.ts';
import { storedValue } from './stored-value.ts';

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
  if (band.length === 0) return undefined;
  return { ...(Object.fromEntries(band) as Band), ...(fields.open === true && { open: true }) };
}

function answerOf(kept: unknown): FactAnswer | undefined {
  if (typeof kept === 'string' || typeof kept === 'boolean') return kept;
  if (typeof kept === 'number') return Number.isFinite(kept) ? kept : undefined;
  if (typeof kept !== 'object' || kept === null) return undefined;
  return idsOf(kept) ?? objectAnswer(kept);
}

/** The answers of a device. */
interface DeviceAnswers extends Answers {
  /** When each question was answered, by the ids of facts. */
  answeredAt: Readonly<Record<string, string>>;
}

function timesOf(kept: unknown): Record<string, string> {
  if (typeof kept !== 'object' || kept === null) return {};
  const isTime = ([, at]: [string, unknown]) =>
    typeof at === 'string' && !Number.isNaN(Date.parse(at));
  return Object.fromEntries(Object.entries(kept).filter(isTime));
}

function parse(kept: unknown): DeviceAnswers {
  if (typeof kept !== 'object' || kept === null) return { facts: {}, skipped: [], answeredAt: {} };
  const { facts, skipped, answeredAt } = kept as Record<string, unknown>;
  const entries = Object.entries(typeof facts === 'object' && facts !== null ? facts : {});
  const answers = entries.flatMap(([id, value]) => {
    const answer = answerOf(value);
    return answer === undefined ? [] : [[id, answer] as const];
  });
  return {
    facts: Object.fromEntries(answers.slice(0, profileFactsMaxProperties)),
    skipped: (idsOf(skipped) ?? []).slice(0, profileFactsMaxProperties),
    answeredAt: timesOf(answeredAt),
  };
}

/* The answers of a visitor. At sign-in they move to the account. */
const answers = storedValue('paragraf::answers', parse);

/** The answers kept on this device. */
export const deviceAnswers = {
  get: answers.get,

  /** Answers a question; without an answer it is open again. */
  set(fact: string, answer: FactAnswer | undefined): void {
    const { [fact]: _, ...others } = answers.get().facts;
    const facts = answer === undefined ? others : { ...others, [fact]: answer };
    const skipped = answers.get().skipped.filter((id) => id !== fact);
    const answeredAt = { ...answers.get().answeredAt, [fact]: new Date().toISOString() };
    if (Object.keys(facts).length + skipped.length === 0) answers.remove();
    else answers.set({ facts, skipped, answeredAt });
  },

  /** Passes over questions; those with an answer keep it. What is open of one is not asked again. */
  skip(ids: readonly string[]): void {
    const { facts, skipped, answeredAt } = answers.get();
    const open = ids.filter((id) => isOpen(facts[id]));
    answers.set({ facts, skipped: [...new Set([...skipped, ...open])], answeredAt });
  },

  erase: answers.remove,
};

/** The reader's answers on this device. */
export function useDeviceAnswers(): DeviceAnswers {
  return useSyncExternalStore(answers.subscribe, answers.get);
}
