import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileX } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { deskQueries } from '../../api/desk.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { DraftDesk } from './draft-desk.tsx';
import type { PreviewProps } from './preview-pane.tsx';

interface DraftPageProps {
  uid: string;
  slug: string;
  Preview: ComponentType<PreviewProps>;
}

/** One draft on the desk. */
export function DraftPage({ uid, slug, Preview }: DraftPageProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const query = useQuery(deskQueries.draft(uid, slug));
  const isGone = query.error instanceof ApiError && [404, 409].includes(query.error.status);
  return (
    <>
      <Link to={to.desk()} className="back-link">
        <ArrowLeft aria-hidden="true" />
        {t(($) => $.desk.back)}
      </Link>
      {!query.data && isGone ? (
        <Gone />
      ) : (
        <Loaded query={query} failed={t(($) => $.desk.draft_failed)}>
          {(draft) => <DraftDesk uid={uid} draft={draft} Preview={Preview} />}
        </Loaded>
      )}
    </>
  );
}

function Gone() {
  const { t } = useTranslation();
  const title = t(($) => $.desk.draft_gone);
  const heading = usePage(title);
  return (
    <>
      <PageHeading headingRef={heading}>{title}</PageHeading>
      <EmptyState icon={FileX} title={t(($) => $.desk.draft_gone_text)} />
    </>
  );
}
