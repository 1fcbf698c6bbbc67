import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarPlus, Printer } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { daysAfter } from '../../api/days-after.ts';
import { queries } from '../../api/queries.ts';
import type { Deadline, Duty } from '../../api/types.ts';
import { type Interest, isEmpty, reasonFor } from '../../hooks/interest.ts';
import { useReaderAudience } from '../../hooks/reader-audience.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useInterest } from '../../hooks/use-interest.ts';
import { usePage } from '../../hooks/use-page.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
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

/* How far the screen looks back and ahead, in days. */
const back = 90;
const ahead = 365;

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
  const language = useLanguage();
  const to = useAppPaths();
  const today = todayInBucharest();
  const range = { from: daysAfter(today, -back), to: daysAfter(today, ahead) };
  const deadlines = useQuery(queries.deadlines(range, filters, language));
  const duties = useQuery(queries.duties({ ...range, from: today }, filters, language));
  const own = useOwn(filters, deadlines.data, duties.data);
  const days = useMemo(() => daysOf(own.deadlines, own.duties), [own]);

  if (!deadlines.data || !duties.data || own.isLoading) {
    if (deadlines.fetchStatus === 'paused') return <OfflineNotice />;
    if (!deadlines.isError && !duties.isError) return <CardSkeletons />;
    return (
      <FailureNotice
        title={t(($) => $.deadlines.failed)}
        text={t(($) => $.deadlines.failed_text)}
        onRetry={() => Promise.all([deadlines.refetch(), duties.refetch()])}
      />
    );
  }
  if (filters.view === 'month')
    return <MonthCalendar days={days} filters={filters} today={today} />;
  const undated = own.duties.filter(({ recurs }) => !recurs);
  if (days.length === 0 && undated.length === 0) {
    const mine = filters.tab === 'mine';
    const all = <Link to={to.deadlines()}>{t(($) => $.deadlines.show_all)}</Link>;
    const none = mine ? t(($) => $.deadlines.none_mine) : t(($) => $.deadlines.none);
    return (
      <div className={styles.empty}>
        <EmptyState icon={CalendarClock} title={none} action={all}>
          {mine ? t(($) => $.deadlines.none_mine_text) : t(($) => $.deadlines.none_text)}
        </EmptyState>
      </div>
    );
  }
  const open = filters.role !== undefined || filters.tab === 'mine';
  return (
    <>
      <Agenda days={days} today={today} open={open} />
      <ByEvent duties={undated} />
    </>
  );
}

/** What the chosen tab shows: everything, or what makes it the reader's own. */
function useOwn(
  { tab, role }: DeadlineFilters,
  deadlines: Deadline[] | undefined,
  duties: Duty[] | undefined,
) {
  const interest = useInterest();
  const audience = useReaderAudience();
  return useMemo(() => {
    const all = { deadlines: deadlines ?? [], duties: duties ?? [], isLoading: false };
    if (tab !== 'mine') return all;
    if (!interest) return { deadlines: [], duties: [], isLoading: true };
    const concerns = (duty: Duty) =>
      role !== undefined || duty.roles.some((name) => audience.includes(name));
    return {
      deadlines: all.deadlines.filter((deadline) => reasonFor(deadline, interest)),
      duties: isNobody(interest, role) ? [] : all.duties.filter(concerns),
      isLoading: false,
    };
  }, [tab, role, interest, audience, deadlines, duties]);
}

const isNobody = (interest: Interest, role: string | undefined) =>
  role === undefined && isEmpty(interest);
