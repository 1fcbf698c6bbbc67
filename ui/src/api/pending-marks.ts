import { type Mark, stepOf, type UserData } from './reader.ts';

const lists = {
  like: 'liked_law_changes',
  bookmark: 'bookmarks',
  follow: 'topics_followed',
  track: 'articles_tracked',
} as const;

/** What became of a change; `not_loaded` if the reader's data is missing. */
export type MarkOutcome = 'saved' | 'failed' | 'not_loaded' | 'too_many_follows';

/** A change on its way to the server; the wanted state may change meanwhile. */
export interface PendingMark {
  uid: string;
  mark: Mark;
  on: boolean;
  /** Settles when the server accepted or refused it. */
  done: Promise<MarkOutcome>;
}

/** All pending marks. */
export const pendingMarks = new Map<string, PendingMark>();

export function pendingKey(uid: string, { kind, id }: Mark): string {
  return `${uid} ${kind} ${id}`;
}

export function isMarked(data: UserData, mark: Mark): boolean {
  if (mark.kind === 'done') {
    const [slug, step] = stepOf(mark);
    return data.done_steps[slug]?.includes(step) ?? false;
  }
  return data[lists[mark.kind]].includes(mark.id);
}

function withStep({ done_steps, ...data }: UserData, mark: Mark, on: boolean): UserData {
  const [slug, step] = stepOf(mark);
  const rest = (done_steps[slug] ?? []).filter((id) => id !== step);
  return { ...data, done_steps: { ...done_steps, [slug]: on ? [...rest, step] : rest } };
}

export function withMark(data: UserData, mark: Mark, on: boolean): UserData {
  if (isMarked(data, mark) === on) return data;
  if (mark.kind === 'done') return withStep(data, mark, on);
  const list = lists[mark.kind];
  const rest = data[list].filter((id) => id !== mark.id);
  return { ...data, [list]: on ? [mark.id, ...rest] : rest };
}

/** The server's data with the pending changes applied. */
export function withPendingMarks(data: UserData): UserData {
  return [...pendingMarks.values()]
    .filter(({ uid }) => uid === data.uid)
    .reduce((marked, { mark, on }) => withMark(marked, mark, on), data);
}
