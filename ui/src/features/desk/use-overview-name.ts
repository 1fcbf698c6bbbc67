import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { monthName } from '../../parts/month-name.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';

/** Names an overview by its id: the month, and the topic if it has one. */
export function useOverviewName(): (id: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: topics = [] } = useQuery(queries.topics());
  return (id) => {
    const [month, topic] = [id.slice(0, 7), id.slice(8)];
    const name = t(($) => $.insights.overview, { month: sentenceCase(monthName(month, language)) });
    const known = topics.find((other) => other.id === topic);
    return topic ? `${name}: ${known?.name[language] ?? topic}` : name;
  };
}
