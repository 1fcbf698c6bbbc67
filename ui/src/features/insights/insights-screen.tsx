import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { queries } from '../../api/queries.ts';
import type { Topic } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { OverviewSection } from '../../parts/overview-section.tsx';
import { useChosenYear, YearReview } from '../../parts/year-review.tsx';
import { measure } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { further } from '../../ui/sections.ts';
import styles from './insights-screen.module.css';

/** What changed in a year, by month, importance and topic. */
export function InsightsScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const heading = usePage(t(($) => $.insights.title));
  const query = useQuery(queries.insights(undefined, useChosenYear(), language));
  return (
    <div className={measure}>
      <PageHeading headingRef={heading} lead={t(($) => $.insights.lead)}>
        {t(($) => $.insights.title)}
      </PageHeading>
      <Loaded query={query} failed={t(($) => $.insights.failed)}>
        {(data) => (
          <YearReview insights={data}>
            <Topics topics={data.topics} />
          </YearReview>
        )}
      </Loaded>
      <OverviewSection />
      <p className={further}>
        <Link to={to.figures()}>{t(($) => $.insights.figures)}</Link>
      </p>
    </div>
  );
}

/** The topics with their share of the year's articles, the largest first. */
function Topics({ topics }: { topics: Topic[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const shown = topics.filter(({ articles }) => articles > 0);
  const most = Math.max(1, ...shown.map(({ articles }) => articles));
  if (shown.length === 0) return null;
  return (
    <section className={styles.topics} aria-labelledby="by-topic">
      <h3 id="by-topic">{t(($) => $.insights.topics)}</h3>
      <table>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t(($) => $.insights.topic)}</th>
            <th scope="col">{t(($) => $.insights.articles)}</th>
          </tr>
        </thead>
        <tbody>
          {shown
            .toSorted((a, b) => b.articles - a.articles)
            .map(({ id, name, articles }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={to.topic(id)}>{name[language]}</Link>
                </th>
                <td>
                  <meter aria-hidden="true" className={styles.share} max={most} value={articles} />
                  <span className={styles.count}>{formatNumber(articles, language)}</span>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
