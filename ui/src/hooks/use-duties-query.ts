import { daysAfter } from '../api/plain-dates.ts';
import { queries } from '../api/queries.ts';
import { todayInBucharest } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** How far lists of dates look ahead, in days. */
export const daysAhead = 365;

/** The query of all duties with their days from today on. */
export function useDutiesQuery() {
  const language = useLanguage();
  const today = todayInBucharest();
  return queries.duties({ from: today, to: daysAfter(today, daysAhead) }, {}, language);
}
