import { authed, client, unwrap } from './client.ts';
import { accessToken } from './session.ts';
import type { components } from './types.gen.ts';
import type { Language } from './types.ts';

type Schemas = components['schemas'];

/** The reader's data; each list is newest first. */
export type UserData = Schemas['UserData'] & {
  /** Notification lists; the specification names one of them. */
  notifications: Record<string, string[]>;
};

/** A notification: an article and why the reader gets it. */
export type NotifiedArticle = Schemas['NotifiedArticle'];

/** A notification that the reader has seen. */
export type ReadNotification = Schemas['ReadNotification'];

export const reportKinds = ['wrong', 'outdated', 'unclear', 'source', 'other'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** What a reader can mark: an article by slug, a topic by id, or an article's step. */
export interface Mark {
  kind: 'like' | 'bookmark' | 'follow' | 'track' | 'done';
  id: string;
}

/** The state of a mark after a change; the counts are the article's. */
export interface MarkAnswer {
  on: boolean;
  likes?: number;
  bookmarks?: number;
}

/** The mark of a step or duty that is done. Neither slugs nor the ids of steps contain spaces. */
export function doneMark(slug: string, step: string): Mark {
  return { kind: 'done', id: `${slug} ${step}` };
}

/** The article's slug and the step's id of a done mark. */
export function stepOf({ id }: Mark): [slug: string, step: string] {
  const [slug = '', step = ''] = id.split(' ');
  return [slug, step];
}

/** Ticks steps off or back, ids by article; returns all that is done. */
export async function sendDone(
  uid: string,
  steps: Readonly<Record<string, readonly string[]>>,
  done: boolean,
): Promise<UserData['done_steps']> {
  const all = Object.entries(steps).map(([slug, ids]): [string, string[]] => [slug, [...ids]]);
  const body = { userId: uid, done, steps: Object.fromEntries(all) };
  return unwrap(await authed.POST('/users/done-steps', { body })).done_steps;
}

async function sendStep(uid: string, mark: Mark, on: boolean): Promise<MarkAnswer> {
  const [slug, step] = stepOf(mark);
  const done = await sendDone(uid, { [slug]: [step] }, on);
  return { on: done[slug]?.includes(step) ?? false };
}

/** Sets a mark to the wanted state instead of toggling it, so repeating the call is harmless. */
export async function sendMark(uid: string, mark: Mark, on: boolean): Promise<MarkAnswer> {
  const { kind, id } = mark;
  if (kind === 'done') return sendStep(uid, mark, on);
  if (kind === 'like') {
    const body = { userId: uid, articleId: id, liked: on };
    const { liked, likes } = unwrap(await authed.POST('/users/like-article', { body }));
    return { on: liked, likes };
  }
  if (kind === 'bookmark') {
    const body = { userId: uid, articleId: id, bookmarked: on };
    const answer = unwrap(await authed.POST('/users/bookmark-article', { body }));
    return { on: answer.bookmarked, bookmarks: answer.bookmarks };
  }
  if (kind === 'follow') {
    const body = { userId: uid, topicId: id, followed: on };
    return { on: unwrap(await authed.POST('/users/follow-topic', { body })).followed };
  }
  const body = { userId: uid, articleId: id, tracked: on };
  return { on: unwrap(await authed.POST('/users/track-article', { body })).tracked };
}

export async function fetchUserData(uid: string, signal: AbortSignal): Promise<UserData> {
  const params = { path: { uid } };
  return unwrap(await authed.GET('/users/user-data/{uid}', { params, signal }));
}

export async function fetchNotifications(uid: string, lang: Language, signal: AbortSignal) {
  const params = { path: { uid }, query: { lang } };
  return unwrap(await authed.GET('/notifications/{uid}', { params, signal }));
}

export async function fetchMarked(
  list: 'liked' | 'bookmarked' | 'tracked',
  uid: string,
  lang: Language,
  signal: AbortSignal,
) {
  const params = { path: { uid }, query: { lang } };
  return unwrap(await authed.GET(`/users/${list}-articles/{uid}`, { params, signal }));
}

export async function sendCleared(uid: string, slug: string) {
  const params = { path: { uid } };
  const body = { articleId: slug };
  return unwrap(await authed.POST('/notifications/{uid}/clear-article', { params, body }));
}

/** Clears the notifications that were shown; newer ones stay. */
export async function sendAllCleared(uid: string, slugs: string[]) {
  const params = { path: { uid } };
  const body = { articleIds: slugs };
  return unwrap(await authed.POST('/notifications/{uid}/clear', { params, body }));
}

export async function fetchRead(uid: string, lang: Language, signal: AbortSignal) {
  const params = { path: { uid }, query: { lang } };
  return unwrap(await authed.GET('/notifications/{uid}/read', { params, signal }));
}

/** Removes the notifications that were seen. */
export async function sendForgotten(uid: string): Promise<void> {
  unwrap(await authed.DELETE('/notifications/{uid}/read', { params: { path: { uid } } }));
}

/** Visitors can report too; a reader's report carries the account. */
export async function sendReport(body: Schemas['SendReport']): Promise<void> {
  const sender = (await accessToken()) ? authed : client;
  unwrap(await sender.POST('/reports', { body }));
}

/** Emits the notifications at once and after each change, while the token is valid. */
export async function openNotificationStream(uid: string, signal: AbortSignal) {
  const params = { path: { uid } };
  const parseAs = 'stream';
  return unwrap(await authed.GET('/notifications/{uid}/stream', { params, signal, parseAs }));
}
