import type { MailPreferences, Subscription } from '../api/mail-types.ts';

/** A subscriber's default preferences. */
export function examplePreferences(changes: Partial<MailPreferences> = {}): MailPreferences {
  return {
    topics: [],
    urgent_from: 5,
    urgent_for_others: true,
    digest: 'weekly',
    digest_from: 3,
    digest_when_empty: false,
    deadlines: true,
    reminders: true,
    news: true,
    paused_until: null,
    ...changes,
  };
}

/** A confirmed address, in the tests' language. */
export function exampleSubscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    email: 'a**a@example.org',
    language: 'en',
    status: 'confirmed',
    has_account: false,
    may_change: true,
    preferences: examplePreferences(),
    topics: [
      { id: 'inchirieri', name: 'Renting out' },
      { id: 'munca', name: 'Employment' },
    ],
    ...changes,
  };
}
