import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deskOverviewQueries, type OverviewSummary } from '../../api/desk-overviews.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import styles from './overview-desk.module.css';
import { useOverviewName } from './use-overview-name.ts';

/** Overviews listed in addition to those that wait for an editor. */
const maxDecided = 12;

/** The monthly overviews: those that wait for an editor, then the last decided ones. */
export function OverviewLinks({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(deskOverviewQueries.list(uid));
  const waiting = data.filter(({ status }) => status === 'draft');
  const others = data.filter(({ status }) => status !== 'draft').slice(0, maxDecided);
  if (data.length === 0) return null;
  return (
    <section className={styles.links} aria-labelledby="desk-overviews">
      <h2 id="desk-overviews">{t(($) => $.desk.overview.title)}</h2>
      {waiting.length > 0 && <Links overviews={waiting} />}
      {others.length > 0 && (
        <details>
          <summary>{t(($) => $.desk.overview.decided)}</summary>
          <Links overviews={others} />
        </details>
      )}
    </section>
  );
}

function Links({ overviews }: { overviews: OverviewSummary[] }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const name = useOverviewName();
  return (
    <ul>
      {overviews.map(({ id, status, articles }) => (
        <li key={id}>
          <Link to={to.deskOverview(id)}>{name(id)}</Link>{' '}
          <small>
            {t(($) => $.desk.overview.status[status])},{' '}
            {t(($) => $.desk.overview.count, { count: articles })}
          </small>
        </li>
      ))}
    </ul>
  );
}
