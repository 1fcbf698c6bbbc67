import { useSyncExternalStore } from 'react';
import { type Consent, consent } from '../consent.ts';

/**
 * The visitor's choice; the component renders again when it changes.
 *
 * A page that is made ahead of time does not ask: it knows no visitor.
 */
export function useConsent(): Consent {
  return useSyncExternalStore(consent.subscribe, consent.get, () => 'rejected');
}
