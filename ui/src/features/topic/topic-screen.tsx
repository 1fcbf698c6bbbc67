import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { queries } from '../../api/queries.ts';
import type { Topic } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { DayEntry } from '../../parts/day-entry.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { FollowTopic } from '../../parts/follow-topic.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { OverviewSection } from '../../parts/overview-section.tsx';
import { useChosenYear, YearReview } from '../../parts/year-review.tsx';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { measure } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { further } from '../../ui/sections.ts';
import styles from './topic-screen.module.css';

/* A chart of fewer bars says less than a sentence. */
const fewestBars = 6;

/** A topic: what changed in a year, the most important articles, and what comes next. */
export function TopicScreen({ id }: { id: string }) {
  const { t } = useTranslation();
  const topics = useQuery(queries.topics());
  const topic = topics.data?.find((known) => known.id === id);
  if (topic) return <Found topic={topic} />;
  if (topics.isError) {
    const title = t(($) => $.insights.topic_failed);
    return <FailureNotice title={title} onRetry={() => topics.refetch()} />;
  }
  return topics.data ? <Missing /> : <CardSkeletons />;
}

function Missing() {
  const { t } = useTranslation();
  const to = useAppPaths();
  const title = t(($) => $.insights.no_topic);
  const heading = usePage(title);
  return (
    <>
      <BackLink />
      <PageHeading headingRef={heading}>{title}</PageHeading>
      <EmptyState icon={FileQuestion} title={title}>
        <Link to={to.screen('insights')}>{t(($) => $.insights.insights)}</Link>
      </EmptyState>
    </>
  );
}

function Found({ topic }: { topic: Topic }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const name = topic.name[language];
  const heading = usePage(name);
  const query = useQuery(queries.insights(topic.id, useChosenYear(), language));
  return (
    <div className={measure}>
      <BackLink />
      <PageHeading headingRef={heading} lead={t(($) => $.insights.about_topic)}>
        {name}
      </PageHeading>
      <div className={styles.actions} data-print="hide">
        <FollowTopic topic={topic.id} />
        <Link to={to.home({ topic: topic.id })}>{t(($) => $.insights.list)}</Link>
        <a href={paths.topicFeed(topic.id, language)}>{t(($) => $.insights.feed)}</a>
      </div>
      <Next topic={topic.id} />
      <Loaded query={query} failed={t(($) => $.insights.failed)}>
        {(data) => <YearReview insights={data} fewestBars={fewestBars} />}
      </Loaded>
      <OverviewSection topic={topic.id} />
      <p className={further}>
        <Link to={to.screen('insights')}>{t(($) => $.insights.insights)}</Link>
      </p>
    </div>
  );
}

/** The next dated entries of the topic. */
function Next({ topic }: { topic: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(queries.upcoming(topic, useLanguage()));
  if (!data) return null;
  return (
    <section className={styles.next} aria-labelledby="next">
      <h2 id="next">{t(($) => $.insights.next)}</h2>
      {data.length === 0 ? (
        <p>{t(($) => $.insights.no_next)}</p>
      ) : (
        <ul>
          {data.map(({ slug, index, date, kind, what }) => (
            <li key={`${slug} ${index}`}>
              <DayEntry date={date} kind={kind} what={what} slug={slug} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
