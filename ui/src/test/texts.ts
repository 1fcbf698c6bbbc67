import { loadPart, setUpTexts } from '../i18n/setup.ts';

const parts = ['account', 'deadlines', 'desk', 'mail', 'operator', 'questions'] as const;

async function load(): Promise<void> {
  await setUpTexts('en');
  await Promise.all(parts.map(loadPart));
}

let loaded: Promise<void> | undefined;

/**
 * Loads all texts once for the files that share this module, as a page does.
 *
 * A second start would remove texts that `i18n/setup.ts` takes for loaded.
 */
export function loadTexts(): Promise<void> {
  loaded ??= load();
  return loaded;
}
