import { useSyncExternalStore } from 'react';
import { storedValue } from './stored-value.ts';

/* The id of the profile that the questions are about; of an account only. */
const chosen = storedValue('paragraf::profile', (kept) =>
  typeof kept === 'string' ? kept : undefined,
);

/** The profile that this device shows the questions of. */
export const chosenProfile = {
  choose: (id: string | undefined) => (id === undefined ? chosen.remove() : chosen.set(id)),
  forget: chosen.remove,
};

export function useChosenProfile(): string | undefined {
  return useSyncExternalStore(chosen.subscribe, chosen.get);
}
