import { useTranslation } from 'react-i18next';
import { useImportance } from '../../i18n/use-importance.ts';
import { Chip } from '../../ui/chip.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { Dots } from '../../ui/dots.tsx';
import styles from './filter-bar.module.css';
import { SearchField } from './search-field.tsx';
import { TopicFilter } from './topic-filter.tsx';
import type { useHomeFilters } from './use-home-filters.ts';

const levels = [5, 4, 3, 2, 1];

/** Search, importance and topic; each choice is kept in the URL. */
export function FilterBar({ filters, change }: ReturnType<typeof useHomeFilters>) {
  const { t } = useTranslation();
  const importance = useImportance();

  return (
    <section className={styles.bar} aria-label={t(($) => $.home.filters)} data-print="hide">
      <SearchField
        q={filters.q ?? ''}
        onSearch={(q) => change({ q: q || undefined }, { replace: true })}
      />
      <ChipRow label={t(($) => $.home.importance)} chosen={filters.importance}>
        <Chip
          chosen={filters.importance === undefined}
          onChoose={() => change({ importance: undefined })}
        >
          {t(($) => $.common.importance.all)}
        </Chip>
        {levels.map((level) => (
          <Chip
            key={level}
            tone={level}
            chosen={filters.importance === level}
            onChoose={() => change({ importance: level })}
          >
            <Dots level={level} compact />
            {importance(level).word}
          </Chip>
        ))}
      </ChipRow>
      <TopicFilter chosen={filters.topic} onChoose={(topic) => change({ topic })} />
    </section>
  );
}
