import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../parts/search-field.tsx';
import type { HomeTab } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import { FilterOpener } from '../../ui/filter-opener.tsx';
import styles from './home-bar.module.css';
import { HomeTabs } from './home-tabs.tsx';
import { ImportanceFilter, TopicFilter } from './list-filters.tsx';
import type { Filters } from './use-home-filters.ts';

interface HomeBarProps extends Filters {
  tab: HomeTab;
  counts: Record<HomeTab, number> | undefined;
}

/** Tabs and filters: on one line, or on a phone behind one button. */
export function HomeBar({ tab, counts, filters, narrowed, change }: HomeBarProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();

  return (
    <div className={classes('home-bar-place', styles.place)} data-print="hide">
      <div className="home-bar">
        <HomeTabs tab={tab} filters={filters} counts={counts} />
        <FilterOpener
          open={open}
          controls={id}
          count={narrowed}
          name={t(($) => $.feed.filters_on, { count: narrowed })}
          className={styles.opener}
          onToggle={() => setOpen(!open)}
        >
          <span className={styles.word}>{t(($) => $.home.filters)}</span>
        </FilterOpener>
        <section
          id={id}
          className={classes(styles.filters, open && styles.open)}
          aria-label={t(($) => $.home.filters)}
        >
          <ImportanceFilter
            chosen={filters.importance}
            onChoose={(importance) => change({ importance })}
          />
          <TopicFilter chosen={filters.topic} onChoose={(topic) => change({ topic })} />
          <SearchField />
        </section>
      </div>
    </div>
  );
}
