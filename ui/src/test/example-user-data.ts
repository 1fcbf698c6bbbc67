import type { UserData } from '../api/reader.ts';

/** What the product knows of a reader who has done nothing yet. */
export function exampleUserData(changes: Partial<UserData> = {}): UserData {
  return {
    uid: 'uid1',
    liked_law_changes: [],
    bookmarks: [],
    notifications: { articles: [] },
    topics_followed: [],
    articles_tracked: [],
    ...changes,
  };
}
