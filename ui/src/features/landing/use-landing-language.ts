import { selectLandingLanguage } from '../../i18n/landing-texts.ts';
import type { Language } from '../../i18n/language.ts';

/** Switches and stores the language; an address with a language is updated. */
export function useLandingLanguage(): (language: Language) => void {
  return (language) => {
    void selectLandingLanguage(language);
    const url = new URL(window.location.href);
    if (!url.searchParams.has('lang')) return;
    url.searchParams.set('lang', language);
    window.history.replaceState(window.history.state, '', url);
  };
}
