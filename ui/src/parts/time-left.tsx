import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { daysUntil } from '../api/dated-entry.ts';
import { classes } from '../ui/classes.ts';

const soonDays = 7;
/* Beyond, nobody counts in days. */
const mostDays = 60;
const daysPerMonth = 30.4375;

interface TimeLeftProps {
  date: string;
  today: string;
}

/** How long there is until a day; nothing for a past one. */
export function TimeLeft({ date, today }: TimeLeftProps) {
  const { t } = useTranslation();
  const days = daysUntil(date, today);
  if (days < 0) return null;
  const isSoon = days <= soonDays;
  return (
    <span className={classes('time-left', isSoon && 'time-soon')}>
      {isSoon && <Clock aria-hidden="true" />}
      {days === 0
        ? t(($) => $.dates.today)
        : days === 1
          ? t(($) => $.dates.tomorrow)
          : days <= mostDays
            ? t(($) => $.dates.left, { count: days })
            : t(($) => $.dates.left_months, { count: Math.round(days / daysPerMonth) })}
    </span>
  );
}
