import type { Language } from './types.ts';

export type DigestFrequency = 'never' | 'daily' | 'weekly';

/** Which mails somebody wants. */
export interface MailPreferences {
  /** Ids; empty means all. Of an account, what it follows counts instead. */
  topics: string[];
  /** At once from this importance up; `null` is never. */
  urgent_from?: number | null;
  digest: DigestFrequency;
  digest_from: number;
  digest_when_empty: boolean;
  /** The look-ahead on Mondays. */
  deadlines: boolean;
  news: boolean;
  /** Nothing before this day. */
  paused_until?: string | null;
}

/** What an address gets, as the owner of a link to it may know. */
export interface Subscription {
  /** Masked. */
  email: string;
  language: Language;
  status: 'unconfirmed' | 'confirmed' | 'left';
  has_account: boolean;
  preferences: MailPreferences;
  topics: Array<{ id: string; name: string }>;
}

/** The same for an account, with what waits in the app. */
export interface AccountMail {
  email: string;
  verified: boolean;
  language: Language;
  in_app_from: number;
  preferences: MailPreferences;
}
