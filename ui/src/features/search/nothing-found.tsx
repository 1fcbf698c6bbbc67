import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SearchAnswer } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { SearchFilters } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { grid, measure, plain } from '../../ui/layout.ts';
import styles from './nothing-found.module.css';

interface NothingFoundProps {
  filters: SearchFilters;
  answer: SearchAnswer;
}

/** No results: what would have some. */
export function NothingFound({ filters, answer }: NothingFoundProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const { q } = filters;
  const count = answer.without_filters;
  return (
    <div className={classes(grid(4), measure, styles.empty)}>
      {count > 0 ? (
        <>
          <p>{t(($) => $.search.without_filters, { count })}</p>
          <Link to={to.search(q ? { q } : {})} className={buttonClass('primary')}>
            {t(($) => $.search.clear_filters)}
          </Link>
        </>
      ) : (
        <>
          {answer.nearest.length > 0 && (
            <section aria-labelledby="nearest">
              <h3 id="nearest" className={styles.heading}>
                {t(($) => $.search.nearest)}
              </h3>
              <ul className={classes(plain, styles.nearest)}>
                {answer.nearest.map((nearest) => (
                  <li key={nearest.q}>
                    <Link to={to.search({ q: nearest.q })}>
                      {t(($) => $.search.nearest_query, { q: nearest.q, count: nearest.articles })}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <p>{t(($) => $.search.tips)}</p>
          <Link to={to.search({})} className={buttonClass()}>
            {t(($) => $.search.all)}
          </Link>
        </>
      )}
    </div>
  );
}
