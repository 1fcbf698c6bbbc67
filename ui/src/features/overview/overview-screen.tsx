import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isNotFound } from '../../api/api-error.ts';
import { monthsAfter } from '../../api/plain-dates.ts';
import { queries } from '../../api/queries.ts';
import type { MonthlyOverview } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { DayEntry } from '../../parts/day-entry.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { HeadlineList } from '../../parts/headline-list.tsx';
import { monthName } from '../../parts/month-name.ts';
import { OverviewList } from '../../parts/overview-list.tsx';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { above, measure } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { dated, section } from '../../ui/sections.ts';
import styles from './overview-screen.module.css';

/** A month in brief: what changed, and what comes in the month after. */
export function OverviewScreen({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useQuery(queries.overview(id, useLanguage()));
  if (query.data) return <Found overview={query.data} />;
  if (isNotFound(query.error)) return <Missing />;
  if (query.isError) {
    return <FailureNotice title={t(($) => $.overview.failed)} onRetry={() => query.refetch()} />;
  }
  return <CardSkeletons />;
}

function Missing() {
  const { t } = useTranslation();
  const to = useAppPaths();
  const title = t(($) => $.overview.none);
  const heading = usePage(title);
  return (
    <>
      <BackLink />
      <PageHeading headingRef={heading}>{title}</PageHeading>
      <EmptyState icon={FileQuestion} title={t(($) => $.overview.none_text)}>
        <Link to={to.screen('insights')}>{t(($) => $.insights.title)}</Link>
      </EmptyState>
    </>
  );
}

function Found({ overview }: { overview: MonthlyOverview }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { introduction, articles, others, topic_name } = overview;
  const month = sentenceCase(monthName(overview.month, language));
  const title = topic_name
    ? t(($) => $.overview.of_topic, { month, topic: topic_name[language] })
    : t(($) => $.overview.title, { month });
  const heading = usePage(title);
  return (
    <div className={measure}>
      <BackLink />
      <PageHeading headingRef={heading}>{title}</PageHeading>
      {introduction?.split('\n\n').map((paragraph) => (
        <p key={paragraph} className={styles.introduction}>
          <KeptWords text={paragraph} />
        </p>
      ))}
      <section className={section} aria-labelledby="changed">
        <h2 id="changed">{t(($) => $.overview.articles)}</h2>
        <HeadlineList headlines={articles} />
      </section>
      <Next overview={overview} />
      {others.length > 0 && (
        <section className={section} aria-labelledby="others">
          <h2 id="others">{t(($) => $.overview.others)}</h2>
          <OverviewList overviews={others} />
        </section>
      )}
    </div>
  );
}

/** The days of the month after. */
function Next({ overview }: { overview: MonthlyOverview }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const { month, topic, next, next_total } = overview;
  if (next.length === 0) return null;
  const after = monthsAfter(month, 1);
  return (
    <section className={section} aria-labelledby="next">
      <h2 id="next">{t(($) => $.overview.next, { month: monthName(after, language) })}</h2>
      <ul className={dated}>
        {next.map(({ id, slug, date, kind, what }) => (
          <li key={`${id} ${date}`}>
            <DayEntry date={date} kind={kind} what={what} slug={slug} />
          </li>
        ))}
      </ul>
      <p className={above(4)}>
        {next.length < next_total &&
          `${t(($) => $.overview.newest_of, { shown: next.length, total: next_total })} `}
        <Link to={to.deadlines({ view: 'month', month: after, ...(topic && { topic }) })}>
          {t(($) => $.overview.calendar)}
        </Link>
      </p>
    </section>
  );
}
