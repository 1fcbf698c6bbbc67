import { useQuery } from '@tanstack/react-query';
import { BellOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readerQueries } from '../../api/reader-queries.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useKeptArticles } from '../../hooks/use-kept-articles.ts';
import { useFreshUserData } from '../../hooks/use-user-data.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { logFailure } from '../../log.ts';
import { CardList } from '../../parts/card-list.tsx';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { OfflineNotice } from '../../parts/offline-notice.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MarkAllButton } from './mark-all-button.tsx';
import { ReadNotifications } from './read-notifications.tsx';
import { useReason } from './use-reason.ts';

/** The reader's notifications, newest first; cleared ones stay until the reader leaves. */
export function NotificationList({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const reason = useReason();
  const user = useFreshUserData();
  const query = useQuery(readerQueries.notifications(uid, language));
  const waiting = user.data?.notifications.articles;
  const isOlder = query.dataUpdatedAt < user.dataUpdatedAt;
  const articles = useKeptArticles(query.data, {
    fresh: query.isFetchedAfterMount,
    belongs: (slug) => !isOlder || waiting === undefined || waiting.includes(slug),
  });
  const { error } = query;
  useEffect(() => {
    if (error) logFailure('The notifications could not be loaded.', error);
  }, [error]);

  function retry() {
    void user.refetch();
    void query.refetch();
  }

  if (articles.length > 0) {
    return (
      <>
        <MarkAllButton uid={uid} waiting={waiting?.length ?? 0} />
        <CardList
          label={t(($) => $.reader.notifications.list)}
          articles={articles}
          from={{ list: 'notifications' }}
          reason={reason}
        />
        <ReadNotifications uid={uid} above={articles.map(({ slug }) => slug)} />
      </>
    );
  }
  // A count that could not be refreshed proves nothing.
  const isStale = user.isError || query.isError;
  if (waiting?.length === 0 && !isStale) {
    return (
      <>
        <EmptyState
          icon={BellOff}
          title={t(($) => $.pages.notifications.none)}
          action={
            <Link to={to.home()} className={buttonClass('primary')}>
              {t(($) => $.reader.notifications.choose_topics)}
            </Link>
          }
        >
          {t(($) => $.reader.notifications.none_next)}
        </EmptyState>
        <ReadNotifications uid={uid} above={[]} />
      </>
    );
  }
  if (query.fetchStatus === 'paused') return <OfflineNotice />;
  if (user.isPending || query.isPending || query.isFetching) return <CardSkeletons />;
  return (
    <FailureNotice
      title={t(($) => $.home.server_issue)}
      text={t(($) => $.reader.notifications.failed_next)}
      onRetry={retry}
    />
  );
}
