import type { DraftReason, DraftState, DraftSummary } from '../../api/desk.ts';
import { folded } from '../../i18n/folded.ts';

export const draftStates: DraftState[] = ['open', 'scheduled', 'rejected'];
export const draftReasons: DraftReason[] = [
  'findings',
  'source_corrected',
  'text_changed',
  'was_public',
  'written_by_model',
  'found_in_source',
  'imported',
];

/** The filters of the list; an absent field filters nothing. */
export interface DraftFilter {
  state?: DraftState | undefined;
  topic?: string | undefined;
  reason?: DraftReason | undefined;
  q?: string | undefined;
}

/** The drafts that match, in their order. Words match without diacritics. */
export function filterDrafts(drafts: DraftSummary[], filter: DraftFilter): DraftSummary[] {
  const words = folded(filter.q ?? '')
    .split(/\s+/)
    .filter(Boolean);
  return drafts.filter(({ state, topic, reasons, title, act = '' }) => {
    const text = folded(`${title} ${act}`);
    return (
      (filter.state === undefined || filter.state === state) &&
      (filter.topic === undefined || filter.topic === topic) &&
      (filter.reason === undefined || reasons.includes(filter.reason)) &&
      words.every((word) => text.includes(word))
    );
  });
}
