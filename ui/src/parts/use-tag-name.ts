import { useUserPart } from '../hooks/use-user-data.ts';
import { useDomainLabel } from '../i18n/use-domain-label.ts';

/** Returns the label of a tag, given as articles have it or as follows name it. */
export function useTagName(): (tag: string) => string {
  const label = useDomainLabel();
  const { data: followed } = useUserPart(({ domains_followed }) => domains_followed);
  return (tag) => label(followed?.[tag] ?? tag);
}
