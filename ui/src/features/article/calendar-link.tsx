import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Article, DatedEntry } from '../../api/types.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CalendarMenu } from '../../parts/calendar-menu.tsx';
import { paths } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import { iconButton } from '../../ui/icon-button.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './calendar-link.module.css';
import { entryDay } from './entry-day.ts';
import type { ReaderPart } from './reader-part.ts';

interface CalendarLinkProps {
  article: Article;
  entry: DatedEntry;
  today: string;
}

/** Adds the next day of an entry to a calendar: an icon in a list of entries. */
export function CalendarIcon({ article, entry, today }: CalendarLinkProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const day = entryDay(article, entry, today, language);
  if (!day) return null;
  const date = formatDate(day.date, language);
  const name = t(($) => $.article.calendar_day_what, { date, what: entry.what });
  const button = (
    <button
      type="button"
      className={classes(iconButton, styles.icon)}
      data-print="hide"
      aria-label={name}
    >
      <CalendarPlus aria-hidden="true" />
    </button>
  );
  return <CalendarMenu day={day} trigger={button} />;
}

interface CalendarToolProps extends Omit<CalendarLinkProps, 'entry'> {
  part: ReaderPart;
}

/**
 * Adds the day that "in short" shows to a calendar. Where all days that are still ahead are the reader's, their file is
 * offered too; those that only the reader knows are not in it.
 */
export function CalendarTool({ article, today, part }: CalendarToolProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const next = part.entry(today);
  const day = next && part.hasEntry(next) && entryDay(article, next, today, language);
  if (!day) return null;
  const ahead = article.deadlines.filter((entry) => {
    const one = entryDay(article, entry, today, language);
    return one && !one.isOwn;
  });
  const all = ahead.length > 1 &&
    ahead.every(part.hasEntry) && {
      label: t(($) => $.article.calendar_all, { count: ahead.length }),
      href: paths.calendarFile(article.slug, language),
    };
  const label = t(($) => $.article.calendar);
  const name = `${label}: ${formatDate(day.date, language)}`;
  const trigger = <ToolButton icon={CalendarPlus} label={label} aria-label={name} />;
  return <CalendarMenu day={day} trigger={trigger} {...(all && { all })} />;
}
