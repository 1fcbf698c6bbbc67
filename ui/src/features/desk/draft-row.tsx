import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DraftSummary } from '../../api/desk.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { classes } from '../../ui/classes.ts';
import { ImportanceBadge } from '../../ui/importance-badge.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { cluster, plain } from '../../ui/layout.ts';
import styles from './draft-list.module.css';

/** A draft in the list: what it is, why it is here, and who changed it last. */
export function DraftRow({ draft }: { draft: DraftSummary }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const language = useLanguage();
  const importance = useImportance()(draft.importance);
  const { slug, title, act, reasons, saved, updated_at, scheduled_for } = draft;
  const moment = formatMoment(saved?.at ?? updated_at, language);
  return (
    <li className={styles.row}>
      <div className={styles.meta}>
        <ImportanceBadge {...importance} />
        {act && (
          <span>
            <KeptWords text={act} />
          </span>
        )}
      </div>
      <h2 className={styles.title} lang="ro">
        <Link to={to.desk(slug)} className={styles.link}>
          {title}
        </Link>
      </h2>
      <ul className={classes(cluster(2), plain)}>
        {reasons.map((reason) => (
          <li key={reason} className={styles.reason} data-reason={reason}>
            {t(($) => $.desk.reason[reason])}
          </li>
        ))}
      </ul>
      <p className={styles.when}>
        {scheduled_for
          ? t(($) => $.desk.scheduled_for, { moment: formatMoment(scheduled_for, language) })
          : saved
            ? t(($) => $.desk.saved_by, { name: saved.by, moment })
            : t(($) => $.desk.changed, { moment })}
      </p>
    </li>
  );
}
