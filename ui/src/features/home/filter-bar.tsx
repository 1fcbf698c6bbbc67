import { useTranslation } from 'react-i18next';
import { useImportance } from '../../i18n/use-importance.ts';
import type { HomeFilters } from '../../paths.ts';
import { Chip } from '../../ui/chip.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import { Dots } from '../../ui/dots.tsx';
import styles from './filter-bar.module.css';
import { SearchField } from './search-field.tsx';
import { TopicFilter } from './topic-filter.tsx';
import type { useHomeFilters } from './use-home-filters.ts';

const levels = [5, 4, 3, 2, 1];

/** Words, importance and topic; each choice goes into the address. */
export function FilterBar({ filters, change }: ReturnType<typeof useHomeFilters>) {
  const { t } = useTranslation();
  const importance = useImportance();

  function chooseImportance(level: number | undefined) {
    const { importance: _, ...rest } = filters;
    change(level === undefined ? rest : { ...rest, importance: level });
  }

  function chooseTopic(topic: string | undefined) {
    const { topic: _, ...rest } = filters;
    change(topic === undefined ? rest : { ...rest, topic });
  }

  function search(q: string) {
    const { q: _, ...rest } = filters;
    const next: HomeFilters = q ? { ...rest, q } : rest;
    change(next, { replace: true });
  }

  return (
    <section className={styles.bar} aria-label={t(($) => $.home.filters)} data-print="hide">
      <SearchField q={filters.q ?? ''} onSearch={search} />
      <ChipRow label={t(($) => $.home.importance)} chosen={filters.importance}>
        <Chip
          chosen={filters.importance === undefined}
          onChoose={() => chooseImportance(undefined)}
        >
          {t(($) => $.common.importance.all)}
        </Chip>
        {levels.map((level) => (
          <Chip
            key={level}
            tone={level}
            chosen={filters.importance === level}
            onChoose={() => chooseImportance(level)}
          >
            <Dots level={level} compact />
            {importance(level).word}
          </Chip>
        ))}
      </ChipRow>
      <TopicFilter chosen={filters.topic} onChoose={chooseTopic} />
    </section>
  );
}
