import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FilterField } from '../../ui/filter-field.tsx';

const levels = [5, 4, 3, 2, 1];

interface ChoiceProps<Value> {
  chosen: Value | undefined;
  onChoose: (value: Value | undefined) => void;
}

export function ImportanceFilter({ chosen, onChoose }: ChoiceProps<number>) {
  const { t } = useTranslation();
  const importance = useImportance();
  return (
    <FilterField
      label={t(($) => $.home.importance)}
      all={t(($) => $.feed.any_importance)}
      value={chosen === undefined ? '' : String(chosen)}
      options={levels.map((level) => ({ value: String(level), label: importance(level).word }))}
      onChoose={(value) => onChoose(value === undefined ? undefined : Number(value))}
    />
  );
}

/** Topics without articles are not offered. */
export function TopicFilter({ chosen, onChoose }: ChoiceProps<string>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: topics = [] } = useQuery(queries.topics());
  const useful = topics.filter(({ id, articles }) => articles > 0 || id === chosen);
  return (
    <FilterField
      label={t(($) => $.home.topic)}
      all={t(($) => $.home.all_topics)}
      value={chosen ?? ''}
      options={useful.map(({ id, name }) => ({ value: id, label: name[language] }))}
      onChoose={onChoose}
    />
  );
}
