import type { Reader } from '../api/session.ts';

/** A signed-in reader for the tests. */
export function exampleReader(changes: Partial<Reader> = {}): Reader {
  return {
    uid: 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4',
    tenantId: '',
    email: 'ana@example.org',
    emailVerified: true,
    displayName: 'Ana Pop',
    isGuest: false,
    isEditor: false,
    isOperator: false,
    mustAddFactor: false,
    language: 'ro',
    signInMethods: ['password'],
    createdAt: '2026-11-01T09:00:00Z',
    signedInAt: '2026-11-21T09:00:00Z',
    notificationCount: 0,
    ...changes,
  };
}
