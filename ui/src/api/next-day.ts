import { momentOf, ownAnswer } from './dated-entry.ts';
import type { ArticleSummary, ConcernAnswer, DatedEntry } from './types.ts';

/** Sorts after all days. */
export const never = '9999-12-31';

/**
 * The next day on which something is due, starts or ends that is not others' by the answers. A duty whose term begins
 * with an action of the reader comes after all days.
 */
export function nextDay(
  article: ArticleSummary,
  today: string,
  concern?: ConcernAnswer,
): string | undefined {
  const isShown = (entry: DatedEntry) => ownAnswer(article, entry, concern) !== 'no';
  const days = article.deadlines.filter(isShown).flatMap((entry) => {
    const { state, date } = momentOf(entry, today);
    if (state === 'undated') return entry.kind === 'due' && entry.within ? [never] : [];
    return date && state !== 'past' ? [date] : [];
  });
  for (const day of [article.applies_from, article.in_force_date]) {
    if (day && day >= today) days.push(day);
  }
  return days.sort()[0];
}
