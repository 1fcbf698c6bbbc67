import type { Mark } from '../api/reader.ts';
import { tabStorage } from '../storage.ts';

/* What a visitor wanted to do before signing in, and where; read after the sign-in. */
const intentKey = 'paragraf::intent';
const returnKey = 'paragraf::return-to';
const kinds = ['like', 'bookmark', 'follow', 'track'] as const;

function isMark(value: unknown): value is Mark {
  const { kind, id } = (value ?? {}) as Partial<Mark>;
  return kinds.some((known) => known === kind) && typeof id === 'string' && id !== '';
}

export const accountIntent = {
  /** Stores the visitor's place and, if given, the intent. */
  keep(place: string, mark?: Mark): void {
    tabStorage.set(returnKey, place);
    if (mark) tabStorage.set(intentKey, JSON.stringify(mark));
    else tabStorage.remove(intentKey);
  },

  /** Returns the intent and removes it, so that it runs once. */
  take(): Mark | undefined {
    const kept = tabStorage.get(intentKey);
    tabStorage.remove(intentKey);
    try {
      const mark: unknown = JSON.parse(kept ?? 'null');
      return isMark(mark) ? mark : undefined;
    } catch {
      return undefined;
    }
  },

  /** The visitor abandoned the sign-in, so the intent is dropped. */
  forget(): void {
    tabStorage.remove(intentKey);
    tabStorage.remove(returnKey);
  },
};
