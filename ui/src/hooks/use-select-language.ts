import { useLocation, useNavigate } from 'react-router';
import type { Language } from '../i18n/language.ts';
import { selectLanguage } from '../i18n/setup.ts';

/**
 * Chooses the language of the interface and keeps the choice.
 *
 * An address that says a language wins over the stored one, so it must change with the choice, or
 * the next reload would undo it.
 */
export function useSelectLanguage(): (language: Language) => void {
  const location = useLocation();
  const navigate = useNavigate();
  return (language) => {
    void selectLanguage(language);
    const params = new URLSearchParams(location.search);
    if (!params.has('lang')) return;
    params.set('lang', language);
    navigate(
      { pathname: location.pathname, search: `?${params}` },
      { replace: true, state: location.state, preventScrollReset: true },
    );
  };
}
