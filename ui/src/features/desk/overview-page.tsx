import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isNotFound } from '../../api/api-error.ts';
import { deskOverviewQueries } from '../../api/desk-overviews.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { OverviewDesk } from './overview-desk.tsx';
import { useOverviewName } from './use-overview-name.ts';

/** One monthly overview on the desk. */
export function OverviewPage({ uid, id }: { uid: string; id: string }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const title = useOverviewName()(id);
  const heading = usePage(title);
  const query = useQuery(deskOverviewQueries.overview(uid, id));
  return (
    <>
      <Link to={to.desk()} className="back-link">
        <ArrowLeft aria-hidden="true" />
        {t(($) => $.desk.back)}
      </Link>
      <PageHeading headingRef={heading}>{title}</PageHeading>
      {!query.data && isNotFound(query.error) ? (
        <EmptyState icon={FileX} title={t(($) => $.desk.overview.gone)} />
      ) : (
        <Loaded query={query} failed={t(($) => $.desk.overview.failed)}>
          {(stored) => <OverviewDesk stored={stored} />}
        </Loaded>
      )}
    </>
  );
}
