import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../api/queries.ts';
import { useImportance } from '../i18n/use-importance.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useRoleName } from '../i18n/use-role-name.ts';
import { readSearch, type SearchFilters } from '../paths.ts';
import { useTagName } from './use-tag-name.ts';

/** Returns a search in words: what is searched for, then the filters. */
export function useSearchWords(): (filters: SearchFilters) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const tag = useTagName();
  const importance = useImportance();
  const role = useRoleName();
  const { data: topics = [] } = useQuery(queries.topics());
  return (filters) => {
    const topic = filters.topic;
    const parts = [
      filters.q,
      topic && (topics.find(({ id }) => id === topic)?.name[language] ?? topic),
      filters.domain && tag(filters.domain),
      filters.act_type,
      filters.issuer,
      filters.role && role(filters.role),
      filters.importance && importance(filters.importance).word,
      filters.year && String(filters.year),
      filters.duty_ahead && t(($) => $.reader.follow.duty_ahead),
    ];
    return parts.filter(Boolean).join(', ');
  };
}

/** The filters of a saved search's query. */
export function savedFilters(query: string): SearchFilters {
  return readSearch(new URLSearchParams(query));
}
