import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatNumber, todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { FollowTopic } from '../../parts/follow-topic.tsx';
import { LawChangeCard } from '../../parts/law-change-card.tsx';
import { OfflineNotice } from '../../parts/offline-notice.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './law-change-list.module.css';
import { EmptyNotice } from './list-notices.tsx';
import type { useHomeFilters } from './use-home-filters.ts';

/** The cards that match the filters, one page at a time. */
export function LawChangeList({ filters, filtered, clear }: ReturnType<typeof useHomeFilters>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const list = useRef<HTMLUListElement>(null);
  /** The index at which the loading page begins. */
  const firstNew = useRef<number | null>(null);
  const query = useInfiniteQuery({
    ...queries.lawChanges(filters, language),
    placeholderData: keepPreviousData,
  });

  const pages = query.data?.pages ?? [];
  const articles = pages.flatMap((page) => page.articles);
  const shown = articles.length;
  const { hasNextPage } = query;

  // The button disappears after the last page, so the focus moves to the first new title once it is
  // rendered.
  useEffect(() => {
    const first = firstNew.current;
    if (first === null || shown <= first) return;
    firstNew.current = null;
    if (!hasNextPage) {
      list.current?.children[first]?.querySelector<HTMLElement>('h3 a')?.focus();
    }
  }, [shown, hasNextPage]);

  const failure = { title: t(($) => $.home.server_issue), text: t(($) => $.home.failed_next) };
  const waiting = query.fetchStatus === 'paused';
  if (waiting && (query.isPending || query.isPlaceholderData)) return <OfflineNotice />;
  if (query.isPending) return <CardSkeletons />;
  if (query.isError && !query.data)
    return <FailureNotice {...failure} onRetry={() => query.refetch()} />;

  const stuck = query.isFetchingNextPage && waiting;
  const total = pages[0]?.total ?? shown;
  const today = todayInBucharest();
  const from = { home: to.home(filters) };

  function loadMore() {
    firstNew.current = shown;
    query.fetchNextPage();
  }

  return (
    <section aria-labelledby="law-changes">
      <h2 id="law-changes" className="visually-hidden">
        {t(($) => $.home.list)}
      </h2>
      <div className={styles.summary}>
        <p role="status">
          {query.isPlaceholderData
            ? `${t(($) => $.common.loading)}…`
            : t(($) => $.home.count, { count: total })}
        </p>
        {filters.topic && <FollowTopic topic={filters.topic} />}
        {filtered && total > 0 && (
          <Button variant="plain" className={styles.clear} onClick={clear}>
            {t(($) => $.home.clear_filters)}
          </Button>
        )}
      </div>
      {shown === 0 && !query.isPlaceholderData && (
        <EmptyNotice filtered={filtered} onClear={clear} />
      )}
      <ul ref={list} className={styles.list} aria-busy={query.isPlaceholderData}>
        {articles.map((article) => (
          <li key={article.slug}>
            <LawChangeCard article={article} today={today} from={from} />
          </li>
        ))}
      </ul>
      {query.isFetchNextPageError && (
        <FailureNotice {...failure} onRetry={() => query.fetchNextPage()} />
      )}
      {stuck && <OfflineNotice />}
      {query.hasNextPage && !query.isFetchNextPageError && !stuck && (
        <div className={styles.more} data-print="hide">
          <Button aria-disabled={query.isFetchingNextPage} onClick={loadMore}>
            {query.isFetchingNextPage ? t(($) => $.home.loading_more) : t(($) => $.home.load_more)}
          </Button>
          <span className={styles.shown}>
            {t(($) => $.home.shown, {
              shown: formatNumber(shown, language),
              total: formatNumber(total, language),
            })}
          </span>
        </div>
      )}
    </section>
  );
}
