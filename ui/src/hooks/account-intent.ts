import type { Mark } from '../api/reader.ts';
import { tabStorage } from '../storage.ts';

/* What a visitor asked for before signing in, and where; read again after the sign-in. */
const intentKey = 'paragraf::intent';
const returnKey = 'paragraf::return-to';
const kinds = ['like', 'bookmark', 'follow', 'track'] as const;

function isMark(value: unknown): value is Mark {
  const { kind, id } = (value ?? {}) as Partial<Mark>;
  return kinds.some((known) => known === kind) && typeof id === 'string' && id !== '';
}

export const accountIntent = {
  /** Keeps where the visitor was and, if something was asked, what. */
  keep(place: string, mark?: Mark): void {
    tabStorage.set(returnKey, place);
    if (mark) tabStorage.set(intentKey, JSON.stringify(mark));
    else tabStorage.remove(intentKey);
  },

  /** Gives what was asked and forgets it, so that it is done once. */
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

  /** The visitor has turned away from signing in: nothing shall be done for him later. */
  forget(): void {
    tabStorage.remove(intentKey);
    tabStorage.remove(returnKey);
  },
};
