import { articleEntry, mainEntry, momentOf } from '../../api/dated-entry.ts';
import type { Article, ConcernAnswer, DatedEntry, EntryKind } from '../../api/types.ts';
import { isReadersStep } from '../../hooks/step-groups.ts';

/** The part of an article that is the reader's; without answers, all of it. */
export interface ReaderPart {
  /** The article does not concern the reader. */
  isOthers: boolean;
  hasStep: (id: string) => boolean;
  hasEntry: (entry: DatedEntry) => boolean;
  /** The entry to show first and to save in a calendar: the next due one, else what starts, else what ends. */
  entry: (today: string) => DatedEntry | undefined;
}

/* What may be the reader's stays in sight. */
const isIn = (part: { answer: string } | undefined) => part?.answer !== 'no';

/** Decides which steps and entries of an article are the reader's. */
export function readerPart(article: Article, concern: ConcernAnswer | undefined): ReaderPart {
  const { deadlines } = article;
  const hasStep = isReadersStep(concern);
  const hasEntry = (entry: DatedEntry) =>
    isIn(concern?.entries?.[deadlines.indexOf(entry)] ?? concern);
  return {
    isOthers: concern?.answer === 'no',
    hasStep,
    hasEntry,
    entry(today) {
      const own = concern ? deadlines.filter(hasEntry) : [];
      return nextEntry(own, today) ?? articleEntry(article, today);
    },
  };
}

function nextEntry(entries: DatedEntry[], today: string): DatedEntry | undefined {
  const ofKind = (kind: EntryKind) =>
    entries.filter((entry) => entry.kind === kind && momentOf(entry, today).state !== 'past');
  const order: EntryKind[] = ['due', 'starts', 'ends'];
  const next = order.map(ofKind).find((of) => of.length > 0);
  return mainEntry(next ?? entries, today);
}
