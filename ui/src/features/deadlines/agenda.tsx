import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { DayBlock } from '../../parts/day-block.tsx';
import { monthName } from '../../parts/month-name.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { Folded } from '../../ui/folded.tsx';
import styles from './agenda.module.css';
import { byMonth, type Day } from './days.ts';
import { DeadlineItem } from './deadline-item.tsx';
import { DutyDayItem } from './duty-item.tsx';

interface AgendaProps {
  days: Day[];
  today: string;
  /** Shows the duties of each day; otherwise they are folded away. */
  open: boolean;
}

/** The days of one month, which has its heading already. */
export function MonthAgenda({ days, today, open }: AgendaProps) {
  return (
    <div className={styles.month}>
      <Days days={days} today={today} open={open} />
    </div>
  );
}

/* Months that are open at once: a year has hundreds of links. */
const openMonths = 2;

interface MonthsProps extends AgendaProps {
  /** Shows every month. */
  unfolded: boolean;
}

/** The days in order, by month; past ones and distant months are folded away. */
export function Agenda({ days, today, open, unfolded }: MonthsProps) {
  const { t } = useTranslation();
  const past = days.filter(({ date }) => date < today).toReversed();
  const ahead = days.filter(({ date }) => date >= today);
  return (
    <>
      {past.length > 0 && (
        <Folded className={styles.past} summary={t(($) => $.deadlines.past)} data-print="hide">
          <Days days={past} today={today} open={open} />
        </Folded>
      )}
      {byMonth(ahead).map(({ month, days: group }, at) => (
        <Month key={month} month={month} folded={at >= openMonths && !unfolded}>
          <Days days={group} today={today} open={open} />
        </Month>
      ))}
    </>
  );
}

interface MonthProps {
  month: string;
  folded: boolean;
  children: ReactNode;
}

function Month({ month, folded, children }: MonthProps) {
  const language = useLanguage();
  const heading = <h2 id={`month-${month}`}>{sentenceCase(monthName(month, language))}</h2>;
  return (
    <section aria-labelledby={`month-${month}`} className={styles.month}>
      {folded ? (
        <Folded summary={heading}>{children}</Folded>
      ) : (
        <>
          {heading}
          {children}
        </>
      )}
    </section>
  );
}

function Days({ days, today, open }: AgendaProps) {
  return (
    <ul className={styles.days}>
      {days.map((day) => (
        <li key={day.date} className={styles.day}>
          <DayBlock date={day.date} today={today} />
          <DayItems day={day} today={today} open={open} />
        </li>
      ))}
    </ul>
  );
}

/** What a day has: the articles' deadlines, then the duties. */
export function DayItems({ day, today, open }: { day: Day; today: string; open: boolean }) {
  const { t } = useTranslation();
  const { deadlines, duties } = day;
  const list = (
    <ul className={styles.items}>
      {duties.map(({ duty, day: of }) => (
        <li key={of.id}>
          <DutyDayItem duty={duty} day={of} today={today} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles.content}>
      {deadlines.length > 0 && (
        <ul className={styles.items}>
          {deadlines.map((deadline) => (
            <li key={deadline.id}>
              <DeadlineItem deadline={deadline} today={today} />
            </li>
          ))}
        </ul>
      )}
      {duties.length > 0 &&
        (open || duties.length === 1 ? (
          list
        ) : (
          <Folded
            className={styles.duties}
            summary={t(($) => $.deadlines.duties, { count: duties.length })}
          >
            {list}
          </Folded>
        ))}
    </div>
  );
}
