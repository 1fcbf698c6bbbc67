import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { queries } from '../../api/queries.ts';
import type { ActPage } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ActLink } from '../../parts/act-link.tsx';
import { AmendedActs } from '../../parts/amended-acts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActSection } from './act-lists.tsx';
import styles from './act-screen.module.css';

/** The acts that change the act, and its provisions before and after. */
export function ActChanges({ page, id }: { page: ActPage; id: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const { amended_by } = page;
  if (amended_by.length === 0) return null;
  return (
    <>
      <ActSection name="amended-by" title={t(($) => $.act.amended_by)}>
        <ul className={styles.rows}>
          {amended_by.map(({ act, in_force_date, article, operations }) => (
            <li key={article}>
              <ActLink act={act} />
              {in_force_date && (
                <time dateTime={in_force_date}>{formatDate(in_force_date, language)}</time>
              )}
              <span className={styles.detail}>
                {t(($) => $.act.operations, { count: operations })}
              </span>
              <Link to={to.article(article)}>
                {t(($) => $.act.article)}
                <span className="visually-hidden">: {act.citation}</span>
              </Link>
            </li>
          ))}
        </ul>
      </ActSection>
      {amended_by.some(({ compared }) => compared) && <Compared id={id} />}
    </>
  );
}

function Compared({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useQuery(queries.actAmendments(id, useLanguage()));
  const acts = query.data?.map(({ by, changes }) => ({ ...changes, act: by }));
  return (
    <ActSection name="changes" title={t(($) => $.act.changes)}>
      {acts ? (
        <AmendedActs acts={acts} />
      ) : query.isError ? (
        <FailureNotice title={t(($) => $.act.changes_failed)} onRetry={() => query.refetch()} />
      ) : (
        <p className="amendment-words">
          <span className="visually-hidden" role="status">
            {t(($) => $.common.loading)}
          </span>
          <Skeleton />
          <Skeleton />
          <Skeleton shape="short" />
        </p>
      )}
    </ActSection>
  );
}
