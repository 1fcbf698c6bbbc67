import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { queries } from '../../api/queries.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { dateParts, todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import styles from './deadlines-column.module.css';
import { useHomeFilters } from './use-home-filters.ts';

/** The next deadlines, beside the list on wide screens; nothing when there are none. */
export function DeadlinesColumn() {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const { filters } = useHomeFilters();
  const { data: deadlines = [] } = useQuery(queries.deadlines(language));
  const today = todayInBucharest();
  if (deadlines.length === 0) return null;
  return (
    <aside className={styles.column} aria-labelledby="upcoming-deadlines">
      <h2 id="upcoming-deadlines" className={styles.heading}>
        {t(($) => $.home.deadlines)}
      </h2>
      <ol className={styles.list}>
        {deadlines.map((deadline) => {
          const { day, month, year } = dateParts(deadline.date, language, today);
          return (
            <li key={`${deadline.slug} ${deadline.date} ${deadline.what}`}>
              <Link
                to={to.article(deadline.slug)}
                state={{ home: to.home(filters) }}
                className={styles.entry}
              >
                <time dateTime={deadline.date} className={styles.date}>
                  <span className={styles.day}>{day}</span> {month}
                  {year && ` ${year}`}
                </time>
                <span>
                  <span className={styles.what}>{deadline.what}</span>
                  {deadline.act_citation && (
                    <span className={styles.act}>{deadline.act_citation}</span>
                  )}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </aside>
  );
}
