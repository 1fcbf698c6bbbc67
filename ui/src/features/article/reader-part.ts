import { articleEntry, mainEntry } from '../../api/dated-entry.ts';
import type { Article, ConcernAnswer, DatedEntry } from '../../api/types.ts';
import { isReadersStep } from '../../hooks/step-groups.ts';

/** The part of an article that is the reader's; without answers, all of it. */
export interface ReaderPart {
  /** The article does not concern the reader. */
  isOthers: boolean;
  hasStep: (id: string) => boolean;
  hasEntry: (entry: DatedEntry) => boolean;
  /** The entry to show first and to save in a calendar. */
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
      return mainEntry(own, today) ?? articleEntry(article, today);
    },
  };
}
