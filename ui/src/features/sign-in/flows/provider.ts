import type { Flow, Step } from '../model.ts';
import { isPress, withProblem } from '../page-steps.ts';
import { startPage } from './entries.ts';
import { providerOutcome } from './provider-outcome.ts';

/** Return from a provider that replaced this page: its result is fetched at once. */
export function backFromProvider(transaction: string): Step {
  return {
    page: { id: 'callback', work: { kind: 'providerResult' } },
    request: { kind: 'providerResult', transaction, acceptsMismatch: false },
  };
}

export const returned: Flow = (page, event, context) => {
  if (page.id !== 'callback' || page.work.kind !== 'providerResult') return undefined;
  return providerOutcome(page, event, context);
};

export const emailMismatch: Flow = (page, event, context) => {
  if (page.id !== 'emailMismatch') return undefined;
  const { provider, transaction, expected, pending } = page.mismatch;
  if (isPress(event, 'continue')) {
    return { page, request: { kind: 'providerResult', transaction, acceptsMismatch: true } };
  }
  if (isPress(event, 'cancel')) {
    const rest = pending && { pending };
    return { page: { id: 'federatedLinking', email: expected, provider, ...rest } };
  }
  if (event.type !== 'problem') return providerOutcome(page, event, context);
  return event.code === 'session_expired'
    ? startPage(context, { message: event.code })
    : withProblem(page, event.code);
};
