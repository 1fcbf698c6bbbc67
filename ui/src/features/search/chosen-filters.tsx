import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import type { SearchFilters } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import { cluster, plain } from '../../ui/layout.ts';
import styles from './chosen-filters.module.css';
import { countOf, filterNames, useFilterLabel, without } from './filter-values.ts';

interface ChosenFiltersProps {
  filters: SearchFilters;
  /** The provision of the filter in words. */
  provision: string | undefined;
}

/** The chosen filters; a press removes one. */
export function ChosenFilters({ filters, provision }: ChosenFiltersProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const label = useFilterLabel();
  if (countOf(filters) === 0) return null;
  const chosen = filterNames.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [{ name, text: label(name, value) }];
  });
  const all = [
    ...chosen,
    ...(filters.duty_ahead
      ? [{ name: 'duty_ahead' as const, text: t(($) => $.search.duty_ahead) }]
      : []),
    ...(filters.provision
      ? [
          {
            name: 'provision' as const,
            text: t(($) => $.search.changes_of, { provision: provision ?? filters.provision }),
          },
        ]
      : []),
  ];
  const only = filters.q === undefined ? {} : { q: filters.q };
  return (
    <ul className={classes(cluster(2), plain)}>
      {all.map(({ name, text }) => (
        <li key={name}>
          <Link
            to={to.search(without(filters, name))}
            className={styles.chip}
            aria-label={t(($) => $.search.remove_filter, { name: text })}
            preventScrollReset
          >
            {text}
            <X aria-hidden="true" />
          </Link>
        </li>
      ))}
      {all.length > 1 && (
        <li>
          <Link to={to.search(only)} className={styles.clear} preventScrollReset>
            {t(($) => $.search.clear_filters)}
          </Link>
        </li>
      )}
    </ul>
  );
}
