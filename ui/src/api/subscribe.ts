import type { Challenge } from './proof.ts';
import { prove } from './prove.ts';
import type { Language } from './types.ts';

/** The four specified outcomes of a subscription. */
export type SubscribeOutcome =
  | { kind: 'subscribed' }
  | { kind: 'already_subscribed' }
  | { kind: 'failed' }
  | { kind: 'failed_with'; error: string };

export interface Subscription {
  email: string;
  lang: Language;
  /** The value of the honeypot field. */
  website: string;
}

interface Refusal {
  error?: string;
  code?: string;
  proof?: Challenge;
}

/* What the specification compares the field `error` with. */
const alreadySubscribed = 'Email already subscribed';

const answerWithin = 30_000;

async function post(body: object): Promise<Refusal | undefined> {
  const answer = await fetch('/subscribe', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerWithin),
  });
  if (answer.ok) return undefined;
  return (await answer.json().catch(() => null)) ?? {};
}

/** Subscribes an address; `onProof` runs when the server first asks for a proof of work. */
export async function subscribe(
  subscription: Subscription,
  onProof: () => void,
): Promise<SubscribeOutcome> {
  try {
    let refusal = await post(subscription);
    if (refusal?.code === 'proof_required' && refusal.proof) {
      onProof();
      const proof = await prove(refusal.proof);
      // Not a network exception: the subscription simply failed.
      if (!proof) return { kind: 'failed' };
      refusal = await post({ ...subscription, proof });
    }
    if (!refusal) return { kind: 'subscribed' };
    return refusal.code === 'already_subscribed' || refusal.error === alreadySubscribed
      ? { kind: 'already_subscribed' }
      : { kind: 'failed' };
  } catch (error) {
    // No answer at all: the specified text contains the exception's message.
    return { kind: 'failed_with', error: error instanceof Error ? error.message : String(error) };
  }
}
