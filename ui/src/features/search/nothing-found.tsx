import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SearchAnswer } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { SearchFilters } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { grid, measure, plain } from '../../ui/layout.ts';
import styles from './nothing-found.module.css';

interface NothingFoundProps {
  filters: SearchFilters;
  answer: SearchAnswer;
}

/** No results: what was searched for, and what would have results. */
export function NothingFound({ filters, answer }: NothingFoundProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const { q } = filters;
  const { words, phrases } = answer.understood;
  const count = answer.without_filters;
  // What was found stands above.
  if (answer.duties.length > 0 && count === 0) return null;
  const [begin, end] = language === 'ro' ? ['„', '”'] : ['“', '”'];
  const searched = [...phrases.map((phrase) => begin + phrase + end), ...words];
  return (
    <div className={classes(grid(4), measure, styles.empty)}>
      <p className={styles.title}>
        {count > 0 || !q ? t(($) => $.search.none_filtered) : t(($) => $.search.none, { q })}
      </p>
      {count > 0 ? (
        <>
          <p>{t(($) => $.search.without_filters, { count })}</p>
          <Link to={to.search(q ? { q } : {})} className={buttonClass('primary')}>
            {t(($) => $.search.clear_filters)}
          </Link>
        </>
      ) : (
        <>
          {searched.length > 0 && (
            <p>
              {t(($) => $.search.looked_for)} <strong>{searched.join(' + ')}</strong>
            </p>
          )}
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
          <p className={styles.tips}>{t(($) => $.search.tips)}</p>
        </>
      )}
    </div>
  );
}
