import type { components } from './types.gen.ts';
import type { Language } from './types.ts';

type Schemas = components['schemas'];

/* The document has no word for a field that may be null. */
interface Nullable {
  /** At once from this importance up; `null` is never. */
  urgent_from?: number | null;
  /** Nothing before this day. */
  paused_until?: string | null;
}
type Refined<Whole extends { preferences: object }> = Omit<Whole, 'preferences'> & {
  preferences: MailPreferences;
};

export type DigestFrequency = Schemas['DigestFrequency'];

/** Which mails somebody wants; without topics all are meant. */
export type MailPreferences = Omit<Schemas['MailPreferences'], keyof Nullable> & Nullable;

/** What an address gets, as the owner of a link to it may know. */
export type Subscription = Refined<Schemas['Subscription']>;

/** The same for an account, with what waits in the app. */
export type AccountMail = Refined<Schemas['MailSettings']>;

/** Any of these may be changed, alone or together. */
export type SubscriptionChange = Partial<MailPreferences & { language: Language }>;
export interface AccountMailChange {
  in_app_from?: number;
  preferences?: Partial<MailPreferences>;
}
