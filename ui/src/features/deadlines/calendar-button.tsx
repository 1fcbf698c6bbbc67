import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type CalendarDay, CalendarMenu } from '../../parts/calendar-menu.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './deadline-item.module.css';

/** Adds a day of the list to a calendar. */
export function CalendarButton({ day }: { day: CalendarDay }) {
  const { t } = useTranslation();
  const name = t(($) => $.deadlines.calendar_of, { what: day.title });
  const button = (
    <TextButton className={styles.calendar} aria-label={name}>
      <CalendarPlus aria-hidden="true" />
      {t(($) => $.deadlines.calendar)}
    </TextButton>
  );
  return <CalendarMenu day={day} trigger={button} />;
}
