import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { useDomainLabel } from '../../i18n/use-domain-label.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useRoleName } from '../../i18n/use-role-name.ts';
import type { SearchFilters } from '../../paths.ts';

/** The filters with a list of choices, in their order on the screen. */
export const filterNames = [
  'topic',
  'importance',
  'act_type',
  'year',
  'role',
  'domain',
  'issuer',
] as const;
export type FilterName = (typeof filterNames)[number];

/** The words for a choice. */
export function useFilterLabel(): (name: FilterName, value: string | number) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const domain = useDomainLabel();
  const importance = useImportance();
  const role = useRoleName();
  const { data: topics = [] } = useQuery(queries.topics());
  const acts: Record<string, string> = t(($) => $.search.act_types, { returnObjects: true });
  return (name, value) => {
    const text = String(value);
    switch (name) {
      case 'topic':
        return topics.find(({ id }) => id === text)?.name[language] ?? text;
      case 'importance':
        return importance(Number(value)).word;
      case 'act_type':
        return acts[text] ?? text;
      case 'role':
        return role(text);
      case 'domain':
        return domain(text);
      default:
        return text;
    }
  };
}

/** The filters without one. */
export function without(filters: SearchFilters, name: keyof SearchFilters): SearchFilters {
  const { [name]: _, ...rest } = filters;
  return rest;
}

/** How many filters are chosen. */
export function countOf(filters: SearchFilters): number {
  return Object.keys(without(filters, 'q')).length;
}
