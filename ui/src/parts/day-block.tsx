import { dateParts } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';

interface DayBlockProps {
  date: string;
  today: string;
  small?: boolean;
}

/** A day as a large number over its month; with the year if it is not the current one. */
export function DayBlock({ date, today, small = false }: DayBlockProps) {
  const language = useLanguage();
  const { day, month, year } = dateParts(date, language, today);
  return (
    <time dateTime={date} className={small ? 'day-small' : 'day-block'}>
      <span className="day-number">{day}</span> {month}
      {year && <span className="day-year"> {year}</span>}
    </time>
  );
}
