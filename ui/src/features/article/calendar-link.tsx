import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Article, DatedEntry } from '../../api/types.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { type CalendarDay, saveCalendarFile } from '../../parts/calendar-file.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './calendar-link.module.css';
import { entryDay } from './entry-day.ts';

interface CalendarLinkProps {
  article: Article;
  entry: DatedEntry;
  today: string;
}

function save(slug: string, day: CalendarDay): void {
  saveCalendarFile(`${slug}-${day.date}`, [day]);
}

/** Saves the next day of an entry as a calendar file. */
export function CalendarLink({ article, entry, today }: CalendarLinkProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const day = entryDay(article, entry, today, language);
  if (!day) return null;
  return (
    <button
      type="button"
      className={styles.link}
      data-print="hide"
      onClick={() => save(article.slug, day)}
    >
      <CalendarPlus aria-hidden="true" />
      {t(($) => $.article.add_to_calendar)}
      <span className="visually-hidden">
        {t(($) => $.article.calendar_day, { date: formatDate(day.date, language) })}
      </span>
    </button>
  );
}

/** The same as an icon, in a list of entries. */
export function CalendarIcon({ article, entry, today }: CalendarLinkProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const day = entryDay(article, entry, today, language);
  if (!day) return null;
  const date = formatDate(day.date, language);
  return (
    <button
      type="button"
      className={styles.icon}
      data-print="hide"
      aria-label={t(($) => $.article.calendar_day_what, { date, what: entry.what })}
      onClick={() => save(article.slug, day)}
    >
      <CalendarPlus aria-hidden="true" />
    </button>
  );
}

/** Saves all days that are still ahead as one calendar file. */
export function CalendarTool({ article, today }: Omit<CalendarLinkProps, 'entry'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const days = article.deadlines.flatMap(
    (entry) => entryDay(article, entry, today, language) ?? [],
  );
  if (days.length === 0) return null;
  return (
    <ToolButton
      icon={CalendarPlus}
      label={t(($) => $.article.calendar)}
      aria-label={t(($) => $.article.calendar_all, { count: days.length })}
      onClick={() => saveCalendarFile(article.slug, days)}
    />
  );
}
