import { answerToEntry, ownAnswer } from '../api/dated-entry.ts';
import type { ArticleSummary, ConcernAnswer, ConcernReport, DatedEntry } from '../api/types.ts';
import { type DueKind, kindOf } from './due-kind.ts';

/** How an entry of an article is due to the reader: `maybe` waits for an answer, `others` is due to others. */
export interface EntryDue {
  kind: DueKind | 'maybe' | 'others';
  /** It is due only when this happens. */
  event: ConcernAnswer['event'];
}

const certain: EntryDue = { kind: 'certain', event: undefined };
const maybe: EntryDue = { kind: 'maybe', event: undefined };
const others: EntryDue = { kind: 'others', event: undefined };

// docs/decisions/0420
/**
 * How an entry is due by the reader's answers, as the line with its day on Home and its label on Deadlines say it:
 * a duty of the reader that the entry names decides, else the article.
 */
export function entryDue(
  article: ArticleSummary,
  entry: DatedEntry,
  report: ConcernReport | undefined,
): EntryDue {
  const concern = report?.articles[article.slug];
  if (!report || !concern) return certain;
  if (entry.kind !== 'due') {
    // Of an article that may concern the reader, the line above it says so.
    const isOpen = concern.answer === 'yes' && ownAnswer(article, entry, concern) === 'maybe';
    return isOpen ? maybe : certain;
  }
  const duties = (entry.duties ?? [])
    .flatMap((id) => report.duties[id] ?? [])
    .filter(({ answer }) => answer === 'yes');
  const sources = duties.length > 0 ? duties : [concern];
  if (duties.length === 0) {
    const answer = answerToEntry(article, entry, concern);
    if (answer === 'maybe') return maybe;
    if (answer === 'no') return others;
  }
  const kind = kindOf(sources);
  return { kind, event: kind === 'event' ? sources[0]?.event : undefined };
}
