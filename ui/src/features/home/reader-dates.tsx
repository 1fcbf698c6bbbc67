import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ArticleSummary } from '../../api/types.ts';
import { byDay, type DateLine } from '../../hooks/date-lines.ts';
import { isLineDone } from '../../hooks/done-lines.ts';
import { useAllDone } from '../../hooks/done-steps.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { DateLines } from '../../parts/date-lines.tsx';
import { calendarHash } from '../../paths.ts';
import styles from './reader-dates.module.css';

const mostDays = 4;

interface ReaderDatesProps {
  lines: DateLine[];
  articles: ArticleSummary[] | undefined;
  today: string;
  /** The names of the reader's profiles, if there are several. */
  names: readonly string[];
}

/** The next dates of the reader, by the answers. What was ticked off before is gone. */
export function ReaderDates({ lines, articles, today, names }: ReaderDatesProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  // What is ticked off now keeps its place until the reader leaves.
  const done = useAllDone();
  const [doneBefore, setDoneBefore] = useState(done);
  if (doneBefore === undefined && done !== undefined) setDoneBefore(done);
  const left = lines.filter((line) => !isLineDone(line, doneBefore));
  const shown = byDay(left).slice(0, mostDays);
  if (shown.length === 0) return null;
  const all = to.deadlines({ tab: 'mine' });
  return (
    <section className="duties" aria-labelledby="duties">
      <div className="duties-head">
        <h2 id="duties" className="duties-title">
          {t(($) => $.feed.duties)}
        </h2>
        <Link
          to={all}
          className={styles.all}
          aria-label={t(($) => $.feed.all_duties)}
          data-print="hide"
        >
          {t(($) => $.feed.all)}
        </Link>
      </div>
      <div className={styles.lines}>
        <DateLines
          lines={shown.flatMap((day) => day.lines)}
          articles={articles}
          today={today}
          names={names}
          canTick
        />
      </div>
      <p className={styles.foot} data-print="hide">
        <Link to={all + calendarHash} className={styles.calendar}>
          <CalendarPlus aria-hidden="true" />
          {t(($) => $.home.phone_calendar)}
        </Link>
      </p>
    </section>
  );
}
