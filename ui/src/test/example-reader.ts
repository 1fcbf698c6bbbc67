import type { UserData } from '../api/reader.ts';
import type { Reader } from '../api/session.ts';

/** Somebody who is signed in; invented, as is his data. */
export function exampleReader(changes: Partial<Reader> = {}): Reader {
  return {
    uid: 'uid1',
    email: 'ana.pop@example.ro',
    emailVerified: true,
    displayName: 'Ana Pop',
    language: 'en',
    signInMethods: ['password'],
    createdAt: '2026-03-01T09:00:00Z',
    notificationCount: 0,
    ...changes,
  };
}

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
