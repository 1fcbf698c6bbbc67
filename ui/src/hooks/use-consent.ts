import { useSyncExternalStore } from 'react';
import { type Consent, consent } from '../consent.ts';

/**
 * The visitor's choice; rerenders when it changes.
 *
 * The prerendered page has no visitor and shows no banner.
 */
export function useConsent(): Consent {
  return useSyncExternalStore(consent.subscribe, consent.get, () => 'rejected');
}
