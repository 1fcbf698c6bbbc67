import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type DraftSummary, deskQueries } from '../../api/desk.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { grid, muted, plain, stack } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { type DraftFilter, filterDrafts } from './draft-filter.ts';
import { DraftFilters } from './draft-filters.tsx';
import styles from './draft-list.module.css';
import { DraftRow } from './draft-row.tsx';
import { OverviewLinks } from './overview-links.tsx';

/** The drafts with their reasons for being here, those that changed last first. */
export function DraftList({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const title = t(($) => $.desk.title);
  const heading = usePage(title);
  const query = useQuery(deskQueries.drafts(uid));
  const to = useAppPaths();
  return (
    <div className={classes(stack(5), styles.screen)}>
      <PageHeading
        headingRef={heading}
        lead={
          <Link to={to.screen('coverage')} className={styles.coverage}>
            {t(($) => $.desk.coverage)}
          </Link>
        }
      >
        {title}
      </PageHeading>
      <OverviewLinks uid={uid} />
      <Loaded query={query} failed={t(($) => $.desk.failed)}>
        {(data) => <Drafts drafts={data.drafts} total={data.total} />}
      </Loaded>
    </div>
  );
}

function Drafts({ drafts, total }: { drafts: DraftSummary[]; total: number }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<DraftFilter>({ state: 'open' });
  const found = filterDrafts(drafts, filter);
  if (drafts.length === 0) {
    return (
      <EmptyState icon={Inbox} title={t(($) => $.desk.none)}>
        {t(($) => $.desk.none_text)}
      </EmptyState>
    );
  }
  return (
    <>
      <DraftFilters drafts={drafts} filter={filter} onFilter={setFilter} />
      <p className={muted} role="status">
        {found.length > 0
          ? t(($) => $.desk.count, { count: found.length })
          : t(($) => $.desk.none_found)}
        {total > drafts.length && ` ${t(($) => $.desk.more, { shown: drafts.length, total })}`}
      </p>
      <ul className={classes(grid(4), plain)}>
        {found.map((draft) => (
          <DraftRow key={draft.slug} draft={draft} />
        ))}
      </ul>
    </>
  );
}
