import type { Flow, Mismatch, Step } from '../model.ts';
import { isDeed, saidOrSilent } from '../page-steps.ts';
import { providerOutcome, startPage } from './start.ts';

/** Return from a provider that replaced this page: its result is fetched at once. */
export function backFromProvider(transaction: string): Step {
  return {
    page: { id: 'callback', work: { kind: 'providerResult' } },
    ask: { kind: 'providerResult', transaction, whoever: false },
  };
}

export const returned: Flow = (page, happening, context) => {
  if (page.id !== 'callback' || page.work.kind !== 'providerResult') return undefined;
  return providerOutcome(page, happening, context);
};

/** The provider returned another account than expected. */
export function mismatchPage(mismatch: Mismatch): Step {
  return { page: { id: 'emailMismatch', mismatch } };
}

export const emailMismatch: Flow = (page, happening, context) => {
  if (page.id !== 'emailMismatch') return undefined;
  const { provider, transaction, expected } = page.mismatch;
  if (isDeed(happening, 'continue')) {
    return { page, ask: { kind: 'providerResult', transaction, whoever: true } };
  }
  if (isDeed(happening, 'cancel')) {
    return { page: { id: 'federatedLinking', email: expected, provider } };
  }
  if (happening.type !== 'problem') return providerOutcome(page, happening, context);
  return happening.code === 'session_expired'
    ? startPage(context, { message: happening.code })
    : saidOrSilent(page, happening.code);
};
