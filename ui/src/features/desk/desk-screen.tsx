import { Lock } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../../api/session.ts';
import { usePage } from '../../hooks/use-page.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { DraftList } from './draft-list.tsx';
import { DraftPage } from './draft-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import type { PreviewProps } from './preview-pane.tsx';

/** The editors' desk: the drafts, or the one that the address names. */
export function DeskScreen({ Preview }: { Preview: ComponentType<PreviewProps> }) {
  const session = useSession();
  const [params] = useSearchParams();
  const [slug, overview] = [params.get('draft'), params.get('overview')];
  if (session.status !== 'signed_in') return null;
  const { uid, isEditor } = session.reader;
  if (!isEditor) return <NotAnEditor />;
  if (slug) return <DraftPage key={slug} uid={uid} slug={slug} Preview={Preview} />;
  if (overview) return <OverviewPage key={overview} uid={uid} id={overview} />;
  return <DraftList uid={uid} />;
}

function NotAnEditor() {
  const { t } = useTranslation();
  const title = t(($) => $.desk.title);
  const heading = usePage(title);
  return (
    <>
      <PageHeading headingRef={heading}>{title}</PageHeading>
      <EmptyState icon={Lock} title={t(($) => $.desk.not_editor)}>
        {t(($) => $.desk.not_editor_text)}
      </EmptyState>
    </>
  );
}
