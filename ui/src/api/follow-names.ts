/** The prefixes of the names under which things are followed; a topic has none. */
export const domainPrefix = 'domain:';
export const actPrefix = 'act:';
export const provisionPrefix = 'provision:';
export const deadlinePrefix = 'deadline:';
export const searchPrefix = 'search:';

/** A tag of an article: as the article has it, and the name under which it is followed. */
export interface Tag {
  name: string;
  follow: string;
}

/** What carries tags. */
export interface Tagged {
  domains: string[];
  /** Made by the server: the same for all spellings. */
  domain_keys: string[];
}

/** The tags of an article, each once. */
export function tagsOf({ domains, domain_keys }: Tagged): Tag[] {
  const tags = domains.map((name, at) => ({ name, follow: domainPrefix + domain_keys[at] }));
  return tags.filter(({ follow }, at) => tags.findIndex((tag) => tag.follow === follow) === at);
}

/** The name under which an act is followed. */
export function actTopic(act: string): string {
  return actPrefix + act;
}

/** The name under which one provision of an act is followed. */
export function provisionTopic(act: string, provision: string): string {
  return `${provisionPrefix}${act}:${provision}`;
}

/** The name under which a deadline is followed, from the id of one of its days. */
export function deadlineTopic(id: string): string {
  return deadlinePrefix + id.split('.').slice(0, 2).join('.');
}
