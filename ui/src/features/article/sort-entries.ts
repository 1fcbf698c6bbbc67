import { momentOf } from '../../api/dated-entry.ts';
import type { DatedEntry } from '../../api/types.ts';

const rank = { today: 0, ahead: 0, undated: 1, past: 2 };

/** What is ahead, soonest first; then rules without a day; then what is past, latest first. */
export function sortEntries(entries: DatedEntry[], today: string): DatedEntry[] {
  return entries
    .map((entry) => ({ entry, ...momentOf(entry, today) }))
    .sort((a, b) => {
      const order = (a.date ?? '').localeCompare(b.date ?? '');
      return rank[a.state] - rank[b.state] || (a.state === 'past' ? -order : order);
    })
    .map(({ entry }) => entry);
}
