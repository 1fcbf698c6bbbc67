import type { Deadline } from './types.ts';

export type NextDeadline =
  | { kind: 'coming'; date: string; what: string }
  | { kind: 'past'; date: string; what: string }
  | { kind: 'rule'; rule: string; what: string };

/**
 * The deadline that a card shows: the first from `today` on, else the latest past one, else a rule.
 */
export function nextDeadline(
  deadlines: Pick<Deadline, 'date' | 'rule' | 'what'>[],
  today: string,
): NextDeadline | undefined {
  const dated = deadlines
    .flatMap(({ date, what }) => (date ? [{ date, what }] : []))
    .sort((a, b) => a.date.localeCompare(b.date));
  const coming = dated.find(({ date }) => date >= today);
  if (coming) return { kind: 'coming', ...coming };
  const past = dated.at(-1);
  if (past) return { kind: 'past', ...past };
  for (const { rule, what } of deadlines) if (rule) return { kind: 'rule', rule, what };
  return undefined;
}
