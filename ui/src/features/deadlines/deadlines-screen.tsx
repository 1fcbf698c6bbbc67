import { CalendarClock, CalendarPlus, Printer } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { usePrinting } from '../../hooks/use-printing.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ByAnswers } from '../../parts/by-answers.tsx';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { OfflineNotice } from '../../parts/offline-notice.tsx';
import { type DeadlineFilters, paths, readDeadlines } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Agenda } from './agenda.tsx';
import { ByEvent } from './by-event.tsx';
import { daysOf } from './days.ts';
import { DeadlineBar } from './deadline-bar.tsx';
import styles from './deadlines-screen.module.css';
import { MonthCalendar } from './month-calendar.tsx';
import { PrivateCalendar } from './private-calendar.tsx';
import { useDatedEntries } from './use-dated-entries.ts';

/** Deadlines: what is due, as a list and as a calendar, for everybody and for the reader. */
export function DeadlinesScreen() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const filters = readDeadlines(params);
  const language = useLanguage();
  const title = t(($) => $.deadlines.title);
  const heading = usePage(title);
  return (
    <div className={styles.screen}>
      <PageHeading headingRef={heading} lead={t(($) => $.deadlines.lead)}>
        {title}
      </PageHeading>
      <DeadlineBar filters={filters} />
      <Found filters={filters} />
      {filters.tab === 'mine' && <PrivateCalendar />}
      <p className={styles.tools} data-print="hide">
        {filters.tab !== 'mine' && (
          <a href={paths.calendarFeed(filters, language)}>
            <CalendarPlus aria-hidden="true" />
            {t(($) => $.deadlines.feed)}
          </a>
        )}
        <button type="button" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          {t(($) => $.deadlines.print)}
        </button>
      </p>
    </div>
  );
}

function Found({ filters }: { filters: DeadlineFilters }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const isPrinting = usePrinting();
  const today = todayInBucharest();
  const { data, queries, concerns } = useDatedEntries(filters, today);
  const days = useMemo(() => (data ? daysOf(data.deadlines, data.duties) : []), [data]);

  if (!data) {
    const waits = queries.some(({ fetchStatus }) => fetchStatus === 'paused');
    if (waits || concerns?.offline) return <OfflineNotice />;
    const failed = queries.some(({ isError }) => isError);
    if (!failed && !concerns?.failed) return <CardSkeletons />;
    return (
      <FailureNotice
        title={t(($) => $.deadlines.failed)}
        text={t(($) => $.deadlines.failed_text)}
        onRetry={() => {
          concerns?.retry();
          void Promise.all(queries.map(({ refetch }) => refetch()));
        }}
      />
    );
  }
  if (filters.view === 'month')
    return (
      <>
        {concerns && <ByAnswers concerns={concerns} />}
        <MonthCalendar days={days} filters={filters} today={today} />
      </>
    );
  const undated = data.duties.filter(({ recurs }) => !recurs);
  if (days.length === 0 && undated.length === 0) {
    const kind = concerns ? 'none_sure' : filters.tab === 'mine' ? 'none_mine' : 'none';
    const all = <Link to={to.deadlines()}>{t(($) => $.deadlines.show_all)}</Link>;
    return (
      <div className={styles.empty}>
        {concerns && <ByAnswers concerns={concerns} />}
        <EmptyState icon={CalendarClock} title={t(($) => $.deadlines[kind])} action={all}>
          {t(($) => $.deadlines[`${kind}_text`])}
        </EmptyState>
      </div>
    );
  }
  const open = isPrinting || filters.role !== undefined || filters.tab === 'mine';
  return (
    <>
      {concerns && <ByAnswers concerns={concerns} />}
      <Agenda days={days} today={today} open={open} unfolded={isPrinting} />
      <ByEvent duties={undated} />
    </>
  );
}
