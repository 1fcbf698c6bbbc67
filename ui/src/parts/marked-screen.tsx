import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readerQueries } from '../api/reader-queries.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useKeptArticles } from '../hooks/use-kept-articles.ts';
import { usePage } from '../hooks/use-page.ts';
import { useFreshUserData, useUid } from '../hooks/use-user-data.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { logFailure } from '../log.ts';
import { buttonClass } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { measure, row, stack } from '../ui/layout.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { AccountAvatar } from './account-avatar.tsx';
import { CardList } from './card-list.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { OfflineNotice } from './offline-notice.tsx';

interface MarkedScreenProps {
  list: 'liked' | 'bookmarks';
  icon: LucideIcon;
}

/** The articles a reader has liked or saved. */
export function MarkedScreen({ list, icon }: MarkedScreenProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const uid = useUid();
  const title = t(($) => $.reader[list].title);
  const heading = usePage(title);
  return (
    <div className={classes(stack(7), measure)}>
      <div className={row(4)}>
        <AccountAvatar />
        <PageHeading headingRef={heading}>{title}</PageHeading>
      </div>
      {uid !== undefined && (
        <MarkedList key={`${uid} ${language}`} uid={uid} list={list} icon={icon} />
      )}
    </div>
  );
}

/* An unmarked card stays until the screen is left, so that a slip can be undone. */
function MarkedList({ uid, list, icon }: MarkedScreenProps & { uid: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const user = useFreshUserData();
  const name = list === 'liked' ? 'liked' : 'bookmarked';
  const query = useQuery(readerQueries.marked(name, uid, language));
  const marked = list === 'liked' ? user.data?.liked_law_changes : user.data?.bookmarks;
  const isOlder = query.dataUpdatedAt < user.dataUpdatedAt;
  const articles = useKeptArticles(query.data, {
    fresh: query.isFetchedAfterMount,
    belongs: (slug) => !isOlder || marked === undefined || marked.includes(slug),
  });
  const { error } = query;
  useEffect(() => {
    if (error) logFailure(`The ${list} could not be loaded.`, error);
  }, [error, list]);

  if (articles.length > 0) {
    return <CardList label={t(($) => $.reader[list].list)} articles={articles} from={{ list }} />;
  }
  if (query.fetchStatus === 'paused') return <OfflineNotice />;
  if (query.isPending || (query.isFetching && query.isError)) return <CardSkeletons />;
  if (query.isError) {
    return <FailureNotice title={t(($) => $.home.server_issue)} onRetry={() => query.refetch()} />;
  }
  return (
    <EmptyState
      icon={icon}
      title={t(($) => $.reader[list].none)}
      action={
        <Link to={to.home()} className={buttonClass('primary')}>
          {t(($) => $.reader[list].home)}
        </Link>
      }
    >
      {t(($) => $.reader[list].none_next)}
    </EmptyState>
  );
}
