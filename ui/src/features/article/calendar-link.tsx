import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Article, DatedEntry } from '../../api/types.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CalendarMenu } from '../../parts/calendar-menu.tsx';
import { paths } from '../../paths.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { ToolLink } from '../../ui/tool-button.tsx';
import styles from './calendar-link.module.css';
import { entryDay } from './entry-day.ts';
import type { ReaderPart } from './reader-part.ts';

interface CalendarLinkProps {
  article: Article;
  entry: DatedEntry;
  today: string;
}

/** Adds the next day of an entry to a calendar. */
export function CalendarLink({ article, entry, today }: CalendarLinkProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const day = entryDay(article, entry, today, language);
  if (!day) return null;
  const button = (
    <TextButton className={styles.link} data-print="hide">
      <CalendarPlus aria-hidden="true" />
      {t(($) => $.article.add_to_calendar)}
      <span className="visually-hidden">
        {t(($) => $.article.calendar_day, { date: formatDate(day.date, language) })}
      </span>
    </TextButton>
  );
  return <CalendarMenu day={day} trigger={button} />;
}

/** The same as an icon, in a list of entries. */
export function CalendarIcon({ article, entry, today }: CalendarLinkProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const day = entryDay(article, entry, today, language);
  if (!day) return null;
  const date = formatDate(day.date, language);
  const name = t(($) => $.article.calendar_day_what, { date, what: entry.what });
  const button = (
    <button type="button" className={styles.icon} data-print="hide" aria-label={name}>
      <CalendarPlus aria-hidden="true" />
    </button>
  );
  return <CalendarMenu day={day} trigger={button} />;
}

interface CalendarToolProps extends Omit<CalendarLinkProps, 'entry'> {
  part: ReaderPart;
}

/**
 * All days that are still ahead as one calendar file; those that only the reader knows are not in
 * it. Where some days are of others, the file has the reader's next one.
 */
export function CalendarTool({ article, today, part }: CalendarToolProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ahead = article.deadlines.filter((entry) => {
    const day = entryDay(article, entry, today, language);
    return day && !day.isOwn;
  });
  const isAll = ahead.every(part.hasEntry);
  const next = part.entry(today);
  const days = isAll ? ahead : ahead.filter((entry) => entry === next && part.hasEntry(entry));
  if (days.length === 0) return null;
  return (
    <ToolLink
      icon={CalendarPlus}
      label={t(($) => $.article.calendar)}
      aria-label={t(($) => $.article.calendar_all, { count: days.length })}
      href={paths.calendarFile(isAll ? article.slug : (next?.id ?? article.slug), language)}
    />
  );
}
