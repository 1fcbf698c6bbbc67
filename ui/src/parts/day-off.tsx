import { useTranslation } from 'react-i18next';
import { formatWeekdayHere, todayInBucharest } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** What to do about a day off that the law does not move: the last working day before it. */
export function DayOff({ fileBy }: { fileBy: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // The day and its month stay on one line.
  const day = formatWeekdayHere(fileBy, language, todayInBucharest()).replace(/(\d) /, '$1\u00a0');
  return t(($) => $.dates.day_off, { day });
}
