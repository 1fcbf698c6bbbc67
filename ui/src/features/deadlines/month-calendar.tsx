import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { monthsAfter } from '../../api/plain-dates.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatDate, formatWeekday } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { monthName } from '../../parts/month-name.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import type { DeadlineFilters } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import { MonthAgenda } from './agenda.tsx';
import { type Day, weeksOf } from './days.ts';
import styles from './month-calendar.module.css';

interface MonthCalendarProps {
  days: Day[];
  filters: DeadlineFilters;
  today: string;
}

/* Entries of a day that the calendar names. */
const namedEntries = 3;

/** A month as a table of days, with the days that have something listed below it. */
export function MonthCalendar({ days, filters, today }: MonthCalendarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const month = filters.month ?? today.slice(0, 7);
  const ofMonth = days.filter(({ date }) => date.startsWith(month));
  return (
    <section aria-labelledby="month">
      <div className={styles.head}>
        <h2 id="month">{sentenceCase(monthName(month, language))}</h2>
        <MonthSteps month={month} filters={filters} />
      </div>
      <MonthTable month={month} days={ofMonth} today={today} />
      {ofMonth.length === 0 ? (
        <p role="status">{t(($) => $.deadlines.no_days)}</p>
      ) : (
        <MonthAgenda days={ofMonth} today={today} open={filters.role !== undefined} />
      )}
    </section>
  );
}

/** Links to the months before and after. */
function MonthSteps({ month, filters }: { month: string; filters: DeadlineFilters }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const steps = [
    { at: monthsAfter(month, -1), label: t(($) => $.deadlines.previous_month), Icon: ChevronLeft },
    { at: monthsAfter(month, 1), label: t(($) => $.deadlines.next_month), Icon: ChevronRight },
  ];
  return steps.map(({ at, label, Icon }) => (
    <Link
      key={label}
      to={to.deadlines({ ...filters, month: at })}
      className={styles.step}
      aria-label={label}
      preventScrollReset
      data-print="hide"
    >
      <Icon aria-hidden="true" />
    </Link>
  ));
}

/* A week from Monday on, for the names of its days. */
const weekdays = Array.from({ length: 7 }, (_, day) => `2026-11-${16 + day}`);

interface MonthTableProps {
  month: string;
  days: Day[];
  today: string;
}

function MonthTable({ month, days, today }: MonthTableProps) {
  const language = useLanguage();
  const byDate = new Map(days.map((day) => [day.date, day]));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th key={day} scope="col">
              <abbr title={formatWeekday(day, language, 'long')}>
                {formatWeekday(day, language, 'short')}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((date, cell) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a week stay in place
                key={cell}
                className={classes(
                  date === today && styles.today,
                  !!date && date < today && styles.past,
                )}
              >
                {date && <Cell date={date} day={byDate.get(date)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ date, day }: { date: string; day: Day | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = Number(date.slice(8));
  if (!day) return <span className={styles.number}>{number}</span>;
  const entries = [
    ...day.deadlines.map(({ id, what }) => ({ id, text: sentenceCase(what) })),
    ...day.duties.map(({ day: { id }, duty }) => ({ id, text: duty.title })),
  ];
  const label = t(($) => $.deadlines.day_count, {
    count: entries.length,
    date: formatDate(date, language),
  });
  return (
    <>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <span className="visually-hidden">{label}</span>
      <ul className={styles.entries} aria-hidden="true">
        {entries.slice(0, namedEntries).map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
        {entries.length > namedEntries && (
          <li>{t(($) => $.deadlines.more, { count: entries.length - namedEntries })}</li>
        )}
      </ul>
    </>
  );
}
