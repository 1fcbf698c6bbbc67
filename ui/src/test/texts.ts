import {
  loadAccountTexts,
  loadDeadlineTexts,
  loadDeskTexts,
  loadMailTexts,
  loadOperatorTexts,
  loadQuestionTexts,
  setUpTexts,
} from '../i18n/setup.ts';

async function load(): Promise<void> {
  await setUpTexts('en');
  await loadAccountTexts();
  await loadDeadlineTexts();
  await loadDeskTexts();
  await loadMailTexts();
  await loadOperatorTexts();
  await loadQuestionTexts();
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
