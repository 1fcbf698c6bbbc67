import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Chip } from '../../ui/chip.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';
import styles from './filter-bar.module.css';

/* As many topics as fit on one line; the rest are behind a button. */
const shownAtFirst = 4;

interface TopicFilterProps {
  chosen: string | undefined;
  onChoose: (topic: string | undefined) => void;
}

export function TopicFilter({ chosen, onChoose }: TopicFilterProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [all, setAll] = useState(false);
  const { data: topics = [] } = useQuery(queries.topics());
  const useful = topics.filter(({ id, articles }) => articles > 0 || id === chosen);
  const shown = useful.filter(({ id }, index) => all || index < shownAtFirst || id === chosen);
  const hidden = useful.length - shown.length;

  return (
    <ChipRow label={t(($) => $.home.topic)} chosen={topics.length > 0 ? chosen : undefined}>
      <Chip chosen={chosen === undefined} onChoose={() => onChoose(undefined)}>
        {t(($) => $.home.all_topics)}
      </Chip>
      {shown.map(({ id, name }) => (
        <Chip key={id} chosen={id === chosen} onChoose={() => onChoose(id)}>
          {name[language]}
        </Chip>
      ))}
      {(hidden > 0 || all) && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? t(($) => $.home.fewer_topics) : t(($) => $.home.more_topics, { count: hidden })}
        </button>
      )}
    </ChipRow>
  );
}
