import { useSyncExternalStore } from 'react';
import { installPrompt } from '../install-prompt.ts';

/** Whether the browser offers to install the site at this moment. */
export function useInstallOffer(): boolean {
  return useSyncExternalStore(installPrompt.subscribe, installPrompt.offered, () => false);
}
