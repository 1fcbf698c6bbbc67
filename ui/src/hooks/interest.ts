import { type Tagged, tagsOf } from '../api/follow-names.ts';
import type { ArticleSummary, ConcernReport } from '../api/types.ts';
import type { HomeFilters } from '../paths.ts';

/** What makes an article the reader's own. */
export interface Interest {
  /** Ids of topics and domains. */
  topics: string[];
  bookmarks: string[];
  tracked: string[];
  notified: string[];
}

/** Why an article is the reader's own; a domain as the article has it. */
export type Reason =
  | { kind: 'topic' | 'domain'; id: string }
  | { kind: 'tracked' | 'saved' | 'notified' };

/** What decides whether an article is the reader's own. */
type Subject = Pick<ArticleSummary, 'slug' | 'topic'> & Tagged;

export function reasonFor(article: Subject, interest: Interest): Reason | undefined {
  if (interest.topics.includes(article.topic)) return { kind: 'topic', id: article.topic };
  const tag = tagsOf(article).find(({ follow }) => interest.topics.includes(follow));
  if (tag) return { kind: 'domain', id: tag.name };
  if (interest.tracked.includes(article.slug)) return { kind: 'tracked' };
  if (interest.bookmarks.includes(article.slug)) return { kind: 'saved' };
  if (interest.notified.includes(article.slug)) return { kind: 'notified' };
  return undefined;
}

/** Whether an article is the reader's own: by the answers, or by what the reader follows and keeps. */
export function isMine(
  article: Subject,
  interest: Interest,
  report: ConcernReport | undefined,
): boolean {
  const isYes = report?.articles[article.slug]?.answer === 'yes';
  return isYes || reasonFor(article, interest) !== undefined;
}

export function isEmpty({ topics, bookmarks, tracked, notified }: Interest): boolean {
  return topics.length + bookmarks.length + tracked.length + notified.length === 0;
}

/** Whether an article passes the filters by importance and topic; the server answers the search. */
export function passes(article: ArticleSummary, { importance, topic }: HomeFilters): boolean {
  if (importance !== undefined && article.importance !== importance) return false;
  return topic === undefined || article.topic === topic;
}
