import { useSyncExternalStore } from 'react';
import { installPrompt } from '../install-prompt.ts';

/** Whether the browser currently offers to install the site. */
export function useInstallOffer(): boolean {
  return useSyncExternalStore(installPrompt.subscribe, installPrompt.offered, () => false);
}
