import { useTranslation } from 'react-i18next';
import { FollowTopic } from '../../parts/follow-topic.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './list-summary.module.css';
import type { Filters } from './use-home-filters.ts';

interface ListSummaryProps {
  home: Filters;
  /** How many articles are listed; `undefined` while unknown. */
  count: number | undefined;
}

/** How many articles there are; visible while filters narrow the list, with their removal. */
export function ListSummary({ home, count }: ListSummaryProps) {
  const { t } = useTranslation();
  const { filters, narrowed, clear } = home;
  return (
    <div className={classes(narrowed === 0 || count === 0 ? 'visually-hidden' : styles.summary)}>
      <p role="status">
        {count === undefined ? `${t(($) => $.common.loading)}…` : t(($) => $.home.count, { count })}
      </p>
      {filters.topic && count !== 0 && <FollowTopic topic={filters.topic} />}
      {narrowed > 0 && count !== 0 && (
        <Button variant="plain" className={styles.clear} onClick={clear}>
          {t(($) => $.home.clear_filters)}
        </Button>
      )}
    </div>
  );
}
