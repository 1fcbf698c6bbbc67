import type { UserData } from '../api/reader.ts';

/** The data of a reader who has done nothing yet. */
export function exampleUserData(changes: Partial<UserData> = {}): UserData {
  return {
    uid: 'uid1',
    email: 'ana@example.org',
    displayName: 'Ana Pop',
    email_verified: true,
    language: 'ro',
    created_at: '2026-11-01T09:00:00Z',
    liked_law_changes: [],
    bookmarks: [],
    notifications: { articles: [] },
    topics_followed: [],
    domains_followed: {},
    articles_tracked: [],
    done_steps: {},
    ...changes,
  };
}
