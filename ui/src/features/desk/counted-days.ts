import type { RuleReason } from '../../api/desk.ts';

/** The sum of each day that a rule counted, such as “publicare 26.11.2026 + 3 zile”, by the day. */
export function countedDays(reasons: RuleReason[]): ReadonlyMap<string, string> {
  const counted = reasons.filter(({ rule }) => rule === 'counted_day' || rule === 'three_days');
  return new Map(
    counted.flatMap(({ value, detail }) =>
      detail === undefined ? [] : [[value, detail] as const],
    ),
  );
}
