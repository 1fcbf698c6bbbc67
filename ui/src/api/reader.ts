import { call } from './call.ts';
import type { ArticleSummary, Language } from './types.ts';

/** What the product knows of its reader; newest first in each list. */
export interface UserData {
  uid: string;
  liked_law_changes: string[];
  bookmarks: string[];
  /** Lists of what waits; the specification names one of them. */
  notifications: { articles: string[]; [list: string]: string[] };
  topics_followed: string[];
  articles_tracked: string[];
}

export type NotificationReason = 'topic' | 'domain' | 'urgent' | 'revision';

/** An article that waits for its reader, and why. */
export type NotifiedArticle = ArticleSummary & {
  notified_at: string;
  reason: NotificationReason;
};

export const reportKinds = ['wrong', 'outdated', 'unclear', 'source', 'other'] as const;
export type ReportKind = (typeof reportKinds)[number];

export interface Report {
  articleId: string;
  kind: ReportKind;
  message: string;
  email?: string;
}

/** What a reader can switch on and off: for an article's slug, or for a topic's id. */
export interface Mark {
  kind: 'like' | 'bookmark' | 'follow' | 'track';
  id: string;
}

/** What a mark came to; the counts are those of the article. */
export interface MarkAnswer {
  on: boolean;
  likes?: number;
  bookmarks?: number;
}

/** The id under which a domain, which is no topic, is followed. */
export function domainTopic(domain: string): string {
  return `domain:${domain}`;
}

function inPath(uid: string): string {
  return encodeURIComponent(uid);
}

/** Sets a mark to what is wished, rather than turning it over: saying it twice does no harm. */
export async function sendMark(uid: string, { kind, id }: Mark, on: boolean): Promise<MarkAnswer> {
  if (kind === 'like') {
    const body = { userId: uid, articleId: id, liked: on };
    const answer = await call<{ liked: boolean; likes: number }>('POST', '/users/like-article', {
      body,
    });
    return { on: answer.liked, likes: answer.likes };
  }
  if (kind === 'bookmark') {
    const body = { userId: uid, articleId: id, bookmarked: on };
    const answer = await call<{ bookmarked: boolean; bookmarks: number }>(
      'POST',
      '/users/bookmark-article',
      { body },
    );
    return { on: answer.bookmarked, bookmarks: answer.bookmarks };
  }
  if (kind === 'follow') {
    const body = { userId: uid, topicId: id, followed: on };
    const answer = await call<{ followed: boolean }>('POST', '/users/follow-topic', { body });
    return { on: answer.followed };
  }
  const body = { userId: uid, articleId: id, tracked: on };
  const answer = await call<{ tracked: boolean }>('POST', '/users/track-article', { body });
  return { on: answer.tracked };
}

export const fetchUserData = (uid: string, signal?: AbortSignal) =>
  call<UserData>('GET', `/users/user-data/${inPath(uid)}`, { ...(signal && { signal }) });

export const fetchNotifications = (uid: string, lang: Language, signal: AbortSignal) =>
  call<NotifiedArticle[]>('GET', `/notifications/${inPath(uid)}?lang=${lang}`, { signal });

export const fetchMarked = (
  list: 'liked' | 'bookmarked',
  uid: string,
  lang: Language,
  signal: AbortSignal,
) =>
  call<ArticleSummary[]>('GET', `/users/${list}-articles/${inPath(uid)}?lang=${lang}`, { signal });

export const sendCleared = (uid: string, slug: string) =>
  call<{ cleared: boolean; notifications: UserData['notifications'] }>(
    'POST',
    `/notifications/${inPath(uid)}/clear-article`,
    { body: { articleId: slug } },
  );

/** Takes out at once what was shown; what came meanwhile stays. */
export const sendAllCleared = (uid: string, slugs: string[]) =>
  call<{ cleared: boolean; notifications: UserData['notifications'] }>(
    'POST',
    `/notifications/${inPath(uid)}/clear`,
    { body: { articleIds: slugs } },
  );

export const sendReport = (report: Report) =>
  call<{ id: string }>('POST', '/reports', { body: report, open: true });

export function streamAddress(uid: string): string {
  return `/notifications/${inPath(uid)}/stream`;
}
