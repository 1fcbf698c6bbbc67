import type { Mark } from '../api/reader.ts';
import { paths } from '../paths.ts';
import { tabStorage } from '../storage.ts';

/* What a visitor wanted to do before signing in, and where; read after the sign-in. */
const intentKey = 'paragraf::intent';
const returnKey = 'paragraf::return-to';
const kinds = ['like', 'bookmark', 'follow', 'track'] as const;

/** A mark to set after the sign-in, with the name of what is followed. */
export type IntendedMark = Mark & { subject?: string };

function isMark(value: unknown): value is IntendedMark {
  const { kind, id } = (value ?? {}) as Partial<Mark>;
  return kinds.some((known) => known === kind) && typeof id === 'string' && id !== '';
}

function marksIn(kept: string | null): IntendedMark[] {
  try {
    const marks: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(marks) ? marks.filter(isMark) : [];
  } catch {
    return [];
  }
}

export const accountIntent = {
  /** Stores the visitor's place and the marks that one press was to set. */
  keep(place: string, ...marks: IntendedMark[]): void {
    tabStorage.set(returnKey, place);
    if (marks.length > 0) tabStorage.set(intentKey, JSON.stringify(marks));
    else tabStorage.remove(intentKey);
  },

  /** The visitor's place, if it was stored and is a page of the app. */
  place(): string | undefined {
    const kept = tabStorage.get(returnKey);
    return kept && paths.isOfApp(kept) ? kept : undefined;
  },

  /** Returns the visitor's place and removes it. */
  takePlace(): string | undefined {
    const kept = this.place();
    tabStorage.remove(returnKey);
    return kept;
  },

  /** What the visitor wants to sign in for. */
  purpose(): IntendedMark | undefined {
    return marksIn(tabStorage.get(intentKey))[0];
  },

  /** Returns the marks and removes them, so that they are set once. */
  take(): Mark[] {
    const kept = tabStorage.get(intentKey);
    tabStorage.remove(intentKey);
    return marksIn(kept).map(({ kind, id }) => ({ kind, id }));
  },

  /** Drops intent and place, when the visitor has abandoned the sign-in. */
  forget(): void {
    tabStorage.remove(intentKey);
    tabStorage.remove(returnKey);
  },
};
