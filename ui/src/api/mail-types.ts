import type { components } from './types.gen.ts';
import type { Language } from './types.ts';

type Schemas = components['schemas'];

/* The API document cannot express a nullable field here. */
interface Nullable {
  /** Sent at once from this importance up; `null` is never. */
  urgent_from?: number | null;
  /** Paused until this day. */
  paused_until?: string | null;
}
type Refined<Whole extends { preferences: object }> = Omit<Whole, 'preferences'> & {
  preferences: MailPreferences;
};

/** Mail preferences; an empty list of topics means all. */
export type MailPreferences = Omit<Schemas['MailPreferences'], keyof Nullable> & Nullable;

/** The preferences of an address, as the holder of its mailed link may see them. */
export type Subscription = Refined<Schemas['Subscription']>;

/** The preferences of an account, with its in-app notifications. */
export type AccountMail = Refined<Schemas['MailSettings']>;

/** Fields that can be changed, alone or together. */
export type SubscriptionChange = Partial<MailPreferences & { language: Language }>;
export interface AccountMailChange {
  in_app_from?: number;
  preferences?: Partial<MailPreferences>;
  /** Messages come again to an address that unsubscribed. */
  resume?: true;
}
