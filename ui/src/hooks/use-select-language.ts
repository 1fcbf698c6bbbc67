import { useLocation, useNavigate } from 'react-router';
import type { Language } from '../i18n/language.ts';
import { selectLanguage } from '../i18n/setup.ts';

/**
 * Switches and stores the interface language.
 *
 * An address with a language takes precedence over the stored one, so it is updated, or the next
 * reload would undo the choice.
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
