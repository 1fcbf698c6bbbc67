import { useTranslation } from 'react-i18next';
import { daysUntil } from '../../api/dated-entry.ts';
import { dateParts, todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';

/** Returns the day of an instant in a few words: "today", "yesterday", "on 18 November". */
export function useDayWords(): (instant: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return (instant) => {
    const today = todayInBucharest();
    const date = todayInBucharest(new Date(instant));
    const ago = -daysUntil(date, today);
    if (ago <= 0) return t(($) => $.reader.notifications.read_today);
    if (ago === 1) return t(($) => $.reader.notifications.read_yesterday);
    const { day, month, year = '' } = dateParts(date, language, today);
    const words = `${day}\u00a0${month} ${year}`.trim();
    return t(($) => $.reader.notifications.read_on, { day: words });
  };
}
