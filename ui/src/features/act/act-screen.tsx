import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { isNotFound } from '../../api/api-error.ts';
import { actTopic } from '../../api/follow-names.ts';
import { queries } from '../../api/queries.ts';
import type { ActPage, Headline } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Follow } from '../../parts/follow.tsx';
import { HeadlineList } from '../../parts/headline-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { above, measure } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { section } from '../../ui/sections.ts';
import { ActFacts } from './act-facts.tsx';
import { ActHistory, HistorySummary } from './act-history.tsx';
import { ActSection, Amends, Entries, Forms } from './act-lists.tsx';
import styles from './act-screen.module.css';
import { FollowOneProvision } from './follow-provision.tsx';

/** An act: what it is, what changed it, and the articles about it. */
export function ActScreen({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useQuery(queries.act(id, useLanguage()));
  if (query.data) return <Found page={query.data} asked={id} />;
  if (isNotFound(query.error)) return <Missing />;
  if (query.isError) {
    return <FailureNotice title={t(($) => $.act.failed)} onRetry={() => query.refetch()} />;
  }
  return <CardSkeletons />;
}

function Missing() {
  const { t } = useTranslation();
  const to = useAppPaths();
  const title = t(($) => $.act.none);
  const heading = usePage(title);
  return (
    <>
      <BackLink />
      <PageHeading headingRef={heading}>{title}</PageHeading>
      <div className={section}>
        <EmptyState icon={FileQuestion} title={t(($) => $.act.none_text)}>
          <Link to={to.search()}>{t(($) => $.act.search)}</Link>
        </EmptyState>
      </div>
    </>
  );
}

function Found({ page, asked }: { page: ActPage; asked: string }) {
  const { t } = useTranslation();
  const { act, title, articles, citing, citing_total } = page;
  const heading = usePage(act.citation);
  useOwnAddress(act.id, asked);
  return (
    <div className={measure}>
      <BackLink />
      <PageHeading headingRef={heading} {...(title && { lead: <span lang="ro">{title}</span> })}>
        <KeptWords text={act.citation} />
      </PageHeading>
      <HistorySummary id={act.id ?? asked} />
      {act.id && (
        <div className={above(4)} data-print="hide">
          <Follow name={actTopic(act.id)} subject={act.citation} />
        </div>
      )}
      <ActHistory page={page} id={act.id ?? asked} />
      <FollowOneProvision page={page} />
      <ActFacts page={page} />
      {articles.length === 0 && <p className={styles.note}>{t(($) => $.act.read_only_named)}</p>}
      <Entries entries={page.deadlines} />
      <Articles name="own" title={t(($) => $.act.articles)} articles={articles} />
      <Amends acts={page.amends} />
      <Forms forms={page.forms} />
      <Articles name="citing" title={t(($) => $.act.citing)} articles={citing} />
      {citing.length < citing_total && (
        <p className={styles.note}>
          {t(($) => $.act.newest_of, { shown: citing.length, total: citing_total })}
        </p>
      )}
    </div>
  );
}

/** Replaces the address by the act's own, when the requested id spells the issuer differently. */
function useOwnAddress(id: string | undefined, asked: string) {
  const navigate = useNavigate();
  const to = useAppPaths();
  const own = id && id !== asked ? to.act(id) : undefined;
  useEffect(() => {
    if (own) navigate(own, { replace: true });
  }, [own, navigate]);
}

interface ArticlesProps {
  name: string;
  title: string;
  articles: Headline[];
}

function Articles({ name, title, articles }: ArticlesProps) {
  if (articles.length === 0) return null;
  return (
    <ActSection name={name} title={title}>
      <HeadlineList headlines={articles} />
    </ActSection>
  );
}
