import type { SearchFilters } from '../paths.ts';

/** The prefixes of the names under which things are followed; a topic has none. */
export const domainPrefix = 'domain:';
export const actPrefix = 'act:';
export const deadlinePrefix = 'deadline:';
export const searchPrefix = 'search:';

/** The name under which a domain is followed. */
export function domainTopic(domain: string): string {
  return domainPrefix + domain;
}

/** The name under which an act is followed. */
export function actTopic(act: string): string {
  return actPrefix + act;
}

/** The name under which a deadline is followed, from the id of one of its days. */
export function deadlineTopic(id: string): string {
  return deadlinePrefix + id.split('.').slice(0, 2).join('.');
}

/** The name under which a search is followed: the parameters sorted, the words in lower case. */
export function searchTopic({ q, ...filters }: SearchFilters): string {
  const words = q?.toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  const pairs = Object.entries({ ...filters, ...(words && { q: words }) })
    .filter(([, value]) => value !== undefined && value !== '' && value !== false)
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return searchPrefix + new URLSearchParams(pairs).toString();
}
