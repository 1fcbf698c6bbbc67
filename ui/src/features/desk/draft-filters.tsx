import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DraftReason, DraftSummary } from '../../api/desk.ts';
import { queries } from '../../api/queries.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { stack } from '../../ui/layout.ts';
import { ButtonTabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type DraftFilter, draftReasons, draftStates } from './draft-filter.ts';
import styles from './draft-list.module.css';
import { PlainSelect } from './plain-select.tsx';

interface DraftFiltersProps {
  drafts: DraftSummary[];
  filter: DraftFilter;
  onFilter: (filter: DraftFilter) => void;
}

/** State, reason, topic and words. */
export function DraftFilters({ drafts, filter, onFilter }: DraftFiltersProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: topics = [] } = useQuery(queries.topics());
  const used = topics.filter(({ id }) => drafts.some(({ topic }) => topic === id));
  const reasons = draftReasons.filter((id) => drafts.some((draft) => draft.reasons.includes(id)));
  const states = [...draftStates, 'all'] as const;
  return (
    <div className={stack(4)}>
      <ButtonTabs
        label={t(($) => $.desk.states)}
        chosen={filter.state ?? 'all'}
        tabs={states.map((value) => ({ value, name: t(($) => $.desk.state[value]) }))}
        onChoose={(state) => onFilter({ ...filter, state: state === 'all' ? undefined : state })}
      />
      <div className={styles.fields}>
        <TextField
          type="search"
          label={t(($) => $.desk.search)}
          icon={<Search aria-hidden="true" />}
          value={filter.q ?? ''}
          onChange={(event) => onFilter({ ...filter, q: event.target.value })}
        />
        <Choice
          label={t(($) => $.desk.reason_filter)}
          all={t(($) => $.desk.all_reasons)}
          value={filter.reason}
          options={reasons.map((id) => ({ id, name: t(($) => $.desk.reason[id]) }))}
          onChoose={(reason) => onFilter({ ...filter, reason: reason as DraftReason | undefined })}
        />
        <Choice
          label={t(($) => $.desk.topic)}
          all={t(($) => $.desk.all_topics)}
          value={filter.topic}
          options={used.map(({ id, name }) => ({ id, name: name[language] }))}
          onChoose={(topic) => onFilter({ ...filter, topic })}
        />
      </div>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** The text of the choice that filters nothing; without it, a choice is required. */
  all?: string;
  value: string | undefined;
  options: Array<{ id: string; name: string }>;
  onChoose: (id: string | undefined) => void;
}

/** One choice among several or none. */
export function Choice({ label, all, value, options, onChoose }: ChoiceProps) {
  const none = all === undefined ? [] : [{ id: '', name: all }];
  return (
    <PlainSelect
      label={label}
      value={value ?? ''}
      groups={[{ options: [...none, ...options] }]}
      onChoose={(id) => onChoose(id || undefined)}
    />
  );
}
