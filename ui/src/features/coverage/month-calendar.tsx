import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { queries } from '../../api/queries.ts';
import type { GazetteMonth } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { HeadlineList } from '../../parts/headline-list.tsx';
import { monthName } from '../../parts/month-name.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './month-calendar.module.css';

/** The month in the address, if it has one. */
function useChosenMonth(): string | undefined {
  const month = useSearchParams()[0].get('month') ?? '';
  return /^(199\d|20\d\d|2100)-(0[1-9]|1[0-2])$/.test(month) ? month : undefined;
}

/** The issues of the gazette in a month, by day, with the articles on their acts. */
export function MonthCalendar() {
  const { t } = useTranslation();
  const query = useQuery(queries.gazetteMonth(useChosenMonth(), useLanguage()));
  if (query.data) return <Month month={query.data} />;
  if (query.isError) {
    const title = t(($) => $.pages.coverage.by_month.calendar_failed);
    return <FailureNotice title={title} onRetry={() => query.refetch()} />;
  }
  return <CardSkeletons />;
}

function Month({ month: { month, months, days } }: { month: GazetteMonth }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // Nothing is known of the gazette: the text below says why.
  if (months.length === 0) return null;
  return (
    <section className={styles.month} aria-labelledby="month">
      <h2 id="month">{monthName(month, language)}</h2>
      <OtherMonths month={month} months={months} />
      {days.length === 0 && <p>{t(($) => $.pages.coverage.by_month.no_issues)}</p>}
      {days.map((day) => (
        <Day key={day.date} day={day} />
      ))}
    </section>
  );
}

/** The nearest months before and after that have issues. */
function OtherMonths({ month, months }: Pick<GazetteMonth, 'month' | 'months'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const earlier = months.find((other) => other < month);
  const later = months.findLast((other) => other > month);
  const link = (other: string) => <Link to={to.coverage(other)}>{monthName(other, language)}</Link>;
  return (
    <p className={styles.others} data-print="hide">
      {earlier && (
        <span>
          {t(($) => $.pages.coverage.by_month.previous)}: {link(earlier)}
        </span>
      )}
      {later && (
        <span>
          {t(($) => $.pages.coverage.by_month.next)}: {link(later)}
        </span>
      )}
    </p>
  );
}

function Day({ day: { date, issues } }: { day: GazetteMonth['days'][number] }) {
  const language = useLanguage();
  return (
    <section className={styles.day}>
      <h3>
        <time dateTime={date}>{formatDate(date, language)}</time>
      </h3>
      <ul>
        {issues.map((issue) => (
          <Issue key={`${issue.part} ${issue.number}`} issue={issue} />
        ))}
      </ul>
    </section>
  );
}

type GazetteIssue = GazetteMonth['days'][number]['issues'][number];

function Issue({ issue }: { issue: GazetteIssue }) {
  const { t } = useTranslation();
  const { part, number, state, incomplete, articles } = issue;
  return (
    <li>
      <KeptWords text={t(($) => $.pages.coverage.by_month.issue, { part, number })} />
      <span className={styles.state}>
        {': '}
        {t(($) => $.pages.coverage.by_month.state[state])}
        {incomplete && ` (${t(($) => $.pages.coverage.by_month.left_out)})`}
      </span>
      {articles.length > 0 && <HeadlineList headlines={articles} />}
    </li>
  );
}
