import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { paths } from '../../paths.ts';
import { plusDays } from './days.ts';
import styles from './deadline-item.module.css';

interface CalendarChoiceProps {
  id: string;
  date: string;
  title: string;
  text: string;
}

const compact = (date: string) => date.replaceAll('-', '');

/** Adds a day to a calendar: as a file, or on the page of Google Calendar or Outlook. */
export function CalendarChoice({ id, date, title, text }: CalendarChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const next = plusDays(date, 1);
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(date)}/${compact(next)}`,
    details: text,
  });
  const outlook = new URLSearchParams({
    rru: 'addevent',
    subject: title,
    startdt: date,
    enddt: next,
    allday: 'true',
    body: text,
  });
  return (
    <details className={styles.calendar}>
      <summary aria-label={t(($) => $.deadlines.calendar_of, { what: title })}>
        <CalendarPlus aria-hidden="true" />
        {t(($) => $.deadlines.calendar)}
      </summary>
      <ul>
        <li>
          <a href={paths.calendarFile(id, language)}>{t(($) => $.deadlines.file)}</a>
        </li>
        <li>
          <a href={`https://calendar.google.com/calendar/render?${google}`} rel="noopener nofollow">
            {t(($) => $.deadlines.google)}
          </a>
        </li>
        <li>
          <a
            href={`https://outlook.live.com/calendar/0/action/compose?${outlook}`}
            rel="noopener nofollow"
          >
            {t(($) => $.deadlines.outlook)}
          </a>
        </li>
      </ul>
    </details>
  );
}
