import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { monthOfDay } from '../../api/plain-dates.ts';
import { isConditional } from '../../hooks/due-kind.ts';
import { byDate, type Due } from '../../hooks/dues.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePrinting } from '../../hooks/use-printing.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { monthName } from '../../parts/month-name.ts';
import type { DeadlineFilters } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Folded } from '../../ui/folded.tsx';
import { cluster, plain } from '../../ui/layout.ts';
import { DayRow, type DaysShown } from './day-row.tsx';
import styles from './month-days.module.css';

interface MonthDaysProps extends DaysShown {
  dues: Due[];
  month: string;
  filters: DeadlineFilters;
  /** The first later day with something due. */
  next: string | undefined;
  /** Something that no answer decides may still be due. */
  isOpen: boolean;
}

/** The days of a month, one row each; those that have passed are one line. */
export function MonthDays({ dues, month, filters, next, isOpen, ...shown }: MonthDaysProps) {
  const { t } = useTranslation();
  const isPrinting = usePrinting();
  const days = byDate(dues);
  const isPast = month < monthOfDay(shown.today);
  const past = isPast ? [] : days.filter(({ date }) => date < shown.today);
  const ahead = isPast ? days : days.filter(({ date }) => date >= shown.today);
  return (
    <>
      {past.length > 0 && !isPrinting && (
        <Folded
          className={styles.past}
          summary={t(($) => $.deadlines.past_days, { count: past.length })}
        >
          <DayRows days={past} {...shown} />
        </Folded>
      )}
      {ahead.length > 0 ? (
        <DayRows days={ahead} {...shown} />
      ) : (
        <NoDays
          month={month}
          filters={filters}
          next={next}
          isOpen={isOpen}
          hadDays={past.length > 0}
        />
      )}
    </>
  );
}

/** Rows of days, with the names of the columns where there is room for them; without anything certain there is one. */
function DayRows({ days, ...shown }: DaysShown & { days: ReturnType<typeof byDate> }) {
  const { t } = useTranslation();
  const hasColumns = days.some(({ dues }) => !dues.every(isConditional));
  return (
    <>
      {hasColumns && (
        <p className={styles.columns} aria-hidden="true">
          <span>{t(($) => $.deadlines.day)}</span>
          <span>{t(($) => $.deadlines.to_file)}</span>
          <span>{t(($) => $.deadlines.only_if_title)}</span>
        </p>
      )}
      <ol className={classes(plain, styles.days)} data-columns={hasColumns || undefined}>
        {days.map((day) => (
          <DayRow key={day.date} {...day} {...shown} />
        ))}
      </ol>
    </>
  );
}

interface NoDaysProps extends Pick<MonthDaysProps, 'month' | 'filters' | 'next' | 'isOpen'> {
  /** Some have passed. */
  hadDays: boolean;
}

/** Names the next day instead: the line below the month says already that it has none. */
function NoDays({ month, filters, next, isOpen, hadDays }: NoDaysProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const [name = ''] = monthName(month, language).split(' ');
  const [nextName = ''] = next ? monthName(monthOfDay(next), language).split(' ') : [];
  return (
    <section className={styles.empty}>
      {(next || !isOpen) && (
        <h2>
          {next
            ? t(($) => $.deadlines.next_day, { date: formatDate(next, language) })
            : t(($) => $.deadlines[hadDays ? 'none_left' : 'empty'], { month: name })}
        </h2>
      )}
      <p className={classes(cluster(3), styles.ways)}>
        {next && (
          <Link
            to={to.deadlines({ ...filters, month: monthOfDay(next) })}
            className={buttonClass('primary')}
          >
            {t(($) => $.deadlines.jump, { month: nextName })}
          </Link>
        )}
        {filters.tab === 'mine' && (
          <Link to={to.deadlines({ tab: 'all', month })} className={buttonClass('plain')}>
            {t(($) => $.deadlines.show_all)}
          </Link>
        )}
      </p>
    </section>
  );
}
