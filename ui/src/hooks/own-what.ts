import type { ConcernReport } from '../api/types.ts';
import type { Language } from '../i18n/language.ts';

/** What a duty asks of the reader: where the answers decide an optional part, with it or without it. */
export function ownWhat<D extends { id: string; what: string }>(
  duty: D,
  report: ConcernReport | undefined,
  language: Language,
): D {
  const what = report?.duties[duty.id]?.what?.[language];
  return what ? { ...duty, what } : duty;
}
