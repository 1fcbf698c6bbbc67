import { answerToEntry, mainEntry, momentOf, readersEntry } from '../../api/dated-entry.ts';
import type { Article, ConcernReport, DatedEntry } from '../../api/types.ts';
import { type EntryDue, entryDue } from '../../hooks/entry-due.ts';
import { isReadersStep } from '../../hooks/step-groups.ts';

/** The part of an article that is the reader's; without answers, all of it. */
export interface ReaderPart {
  /** The article does not concern the reader. */
  isOthers: boolean;
  /** The answers say whether it concerns the reader. */
  isAnswered: boolean;
  hasStep: (id: string) => boolean;
  hasEntry: (entry: DatedEntry) => boolean;
  /** How an entry is due to the reader. */
  dueOf: (entry: DatedEntry) => EntryDue;
  /** The entry to show first and to save in a calendar. */
  entry: (today: string) => DatedEntry | undefined;
  /** What is due to the reader next after it. */
  afterwards: (today: string) => DatedEntry | undefined;
}

/** Decides which steps and entries of an article are the reader's. */
export function readerPart(article: Article, report: ConcernReport | undefined): ReaderPart {
  const { deadlines, slug } = article;
  const concern = report?.articles[slug];
  const hasStep = isReadersStep(concern);
  // What may be the reader's stays in sight.
  const hasEntry = (entry: DatedEntry) => answerToEntry(article, entry, concern) !== 'no';
  const entry = (today: string) => readersEntry(article, concern, today);
  return {
    isOthers: concern?.answer === 'no',
    isAnswered: concern !== undefined,
    hasStep,
    hasEntry,
    dueOf: (one) => entryDue(article, one, report),
    entry,
    afterwards(today) {
      if (concern === undefined || concern.answer === 'no') return undefined;
      const first = entry(today);
      const isNext = (one: DatedEntry) =>
        one !== first && one.kind === 'due' && momentOf(one, today).state !== 'past';
      return mainEntry(deadlines.filter(hasEntry).filter(isNext), today);
    },
  };
}
