import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ArticleSummary, ConcernReport } from '../../api/types.ts';
import { byDay, type DateLine } from '../../hooks/date-lines.ts';
import { isLineDone } from '../../hooks/done-lines.ts';
import { useAllDone } from '../../hooks/done-steps.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { type Unverified, verifyGroups } from '../../hooks/verify-groups.ts';
import type { Language } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { DateLines } from '../../parts/date-lines.tsx';
import { shortWords } from '../../parts/line-words.ts';
import { ToVerify } from '../../parts/to-verify.tsx';
import { calendarHash } from '../../paths.ts';
import styles from './reader-dates.module.css';

const mostDays = 4;

interface ReaderDatesProps {
  lines: DateLine[];
  report: ConcernReport;
  articles: ArticleSummary[] | undefined;
  today: string;
  /** The names of the reader's profiles, if there are several. */
  names: readonly string[];
}

/* What to verify about a line: that of its duties, or of the article that it is an entry of. */
const unverified =
  (report: ConcernReport, language: Language) =>
  (line: DateLine): Unverified[] => {
    const { form, duties, articles } = line;
    const answers =
      duties.length > 0
        ? duties.map((id) => report.duties[id])
        : articles.map((slug) => report.articles[slug]);
    const texts = answers.flatMap((one) => (one?.answer === 'yes' && one.verify?.[language]) || []);
    return texts.map((verify) => ({ name: form ?? shortWords(line), verify }));
  };

/** The next dates of the reader, by the answers. What was ticked off before is gone. */
export function ReaderDates({ lines, report, articles, today, names }: ReaderDatesProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const language = useLanguage();
  // What is ticked off now keeps its place until the reader leaves.
  const done = useAllDone();
  const [doneBefore, setDoneBefore] = useState(done);
  if (doneBefore === undefined && done !== undefined) setDoneBefore(done);
  const left = lines.filter((line) => !isLineDone(line, doneBefore));
  const shown = byDay(left).slice(0, mostDays);
  if (shown.length === 0) return null;
  const listed = shown.flatMap((day) => day.lines);
  const toVerify = verifyGroups(listed.flatMap(unverified(report, language)));
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
        <DateLines lines={listed} articles={articles} today={today} names={names} canTick />
        <ToVerify groups={toVerify} />
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
