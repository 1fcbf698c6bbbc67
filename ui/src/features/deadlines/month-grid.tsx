import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { isConditional } from '../../hooks/due-kind.ts';
import { byDate, type Due } from '../../hooks/dues.ts';
import { rangeOfMonth } from '../../hooks/use-deadlines-query.ts';
import { formatDate, formatWeekday } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { monthName } from '../../parts/month-name.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { classes } from '../../ui/classes.ts';
import { plain } from '../../ui/layout.ts';
import { DayRow, type DaysShown } from './day-row.tsx';
import { nameOf } from './due-label.tsx';
import daysStyles from './month-days.module.css';
import styles from './month-grid.module.css';
import { weeksOf } from './weeks.ts';

interface MonthGridProps extends DaysShown {
  month: string;
  dues: Due[];
}

/** A month as a table of days with the names of their forms and the days off; the chosen day stands below. */
export function MonthGrid({ month, dues, ...shown }: MonthGridProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isHoliday = useIsHoliday(month, shown.today);
  const days = byDate(dues);
  const first = days.find(({ date }) => date >= shown.today) ?? days.at(-1);
  const [chosen, setChosen] = useState(first?.date);
  const day = days.find(({ date }) => date === chosen) ?? first;
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={sentenceCase(monthName(month, language))}>
          <Weekdays />
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((date, cell) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a week stay in place
                    key={cell}
                    className={classes(
                      date === undefined && styles.outside,
                      (cell > 4 || isHoliday(date)) && styles.off,
                      date === shown.today && styles.today,
                      date !== undefined && date === day?.date && styles.chosen,
                    )}
                  >
                    {date && (
                      <Cell
                        date={date}
                        isHoliday={isHoliday(date)}
                        dues={days.find((one) => one.date === date)?.dues ?? []}
                        isChosen={date === day?.date}
                        onChoose={() => setChosen(date)}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {day && (
        <>
          <p className={styles.legend}>
            <span className={styles.only}>+1</span> {t(($) => $.deadlines.only_if_applies)}
          </p>
          <ol className={classes(plain, daysStyles.days)}>
            <DayRow key={day.date} {...day} {...shown} />
          </ol>
        </>
      )}
    </>
  );
}

/* Until the holidays are known, only weekends are days off. */
function useIsHoliday(month: string, today: string) {
  const { data } = useQuery(queries.holidays(rangeOfMonth(month, today)));
  return (day: string | undefined) => data?.some(({ date }) => date === day) ?? false;
}

/* A week from Monday on, for the names of its days. */
const weekdays = Array.from({ length: 7 }, (_, day) => `2026-11-${16 + day}`);

function Weekdays() {
  const language = useLanguage();
  return (
    <thead>
      <tr>
        {weekdays.map((day) => (
          <th key={day} scope="col">
            <span className="visually-hidden">{formatWeekday(day, language, 'long')}</span>
            <span aria-hidden="true">{formatWeekday(day, language, 'long').slice(0, 2)}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/* Forms that a cell names. */
const mostNames = 3;

interface CellProps {
  date: string;
  isHoliday: boolean;
  dues: Due[];
  isChosen: boolean;
  onChoose: () => void;
}

function Cell({ date, isHoliday, dues, isChosen, onChoose }: CellProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = Number(date.slice(8));
  const dayOff = isHoliday ? [t(($) => $.deadlines.day_off)] : [];
  if (dues.length === 0)
    return (
      <span className={styles.number}>
        {number}
        {isHoliday && <span className="visually-hidden">, {dayOff}</span>}
      </span>
    );
  const sure = dues.filter((due) => !isConditional(due));
  const only = dues.length - sure.length;
  const names = [...new Set(sure.map((due) => due.form ?? nameOf(due)))];
  const label = [
    ...dayOff,
    ...names,
    ...(only > 0 ? [t(($) => $.deadlines.only_if, { count: only })] : []),
  ].join(', ');
  return (
    <button
      type="button"
      className={styles.cell}
      aria-pressed={isChosen}
      aria-label={`${formatDate(date, language)}: ${label}`}
      onClick={onChoose}
    >
      <b className={styles.number}>{number}</b>
      {names.slice(0, mostNames).map((name) => (
        <b key={name} className={classes(name.includes(' ') && styles.long)}>
          {name}
        </b>
      ))}
      {names.length > mostNames && <span>+{names.length - mostNames}</span>}
      {only > 0 && <span className={styles.only}>+{only}</span>}
    </button>
  );
}
