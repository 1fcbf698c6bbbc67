import type { MailPreferences, Subscription } from '../api/mail-types.ts';

/** What a subscriber begins with. */
export function examplePreferences(changes: Partial<MailPreferences> = {}): MailPreferences {
  return {
    topics: [],
    urgent_from: 5,
    digest: 'weekly',
    digest_from: 3,
    digest_when_empty: false,
    deadlines: true,
    news: true,
    paused_until: null,
    ...changes,
  };
}

/** An address that has confirmed, in the language of the tests. */
export function exampleSubscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    email: 'a**a@example.org',
    language: 'en',
    status: 'confirmed',
    has_account: false,
    preferences: examplePreferences(),
    topics: [
      { id: 'inchirieri', name: 'Renting out' },
      { id: 'munca', name: 'Employment' },
    ],
    ...changes,
  };
}
