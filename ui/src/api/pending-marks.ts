import type { Mark, UserData } from './reader.ts';

const lists = {
  like: 'liked_law_changes',
  bookmark: 'bookmarks',
  follow: 'topics_followed',
  track: 'articles_tracked',
} as const;

/** A change on its way to the server; the wanted state may change meanwhile. */
export interface PendingMark {
  uid: string;
  mark: Mark;
  on: boolean;
  /** Settles when the server accepted or refused it. */
  done: Promise<void>;
}

/** All pending marks. */
export const pendingMarks = new Map<string, PendingMark>();

export function pendingKey(uid: string, { kind, id }: Mark): string {
  return `${uid} ${kind} ${id}`;
}

export function isMarked(data: UserData, { kind, id }: Mark): boolean {
  return data[lists[kind]].includes(id);
}

export function withMark(data: UserData, mark: Mark, on: boolean): UserData {
  if (isMarked(data, mark) === on) return data;
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
