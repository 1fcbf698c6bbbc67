import { ApiError } from './api-error.ts';
import { client, unwrap } from './client.ts';
import type { Language } from './types.ts';

/** The four ends of a subscription that the product knows (specification, sections 4 and 8). */
export type SubscribeOutcome =
  | { kind: 'subscribed' }
  | { kind: 'already_subscribed' }
  | { kind: 'failed' }
  | { kind: 'failed_with'; error: string };

export async function subscribe(email: string, lang: Language): Promise<SubscribeOutcome> {
  try {
    unwrap(await client.POST('/subscribe', { body: { email, lang } }));
    return { kind: 'subscribed' };
  } catch (error) {
    if (error instanceof ApiError) {
      return error.message === 'Email already subscribed'
        ? { kind: 'already_subscribed' }
        : { kind: 'failed' };
    }
    // No answer at all: the message of the network exception is part of the text.
    return { kind: 'failed_with', error: error instanceof Error ? error.message : String(error) };
  }
}
