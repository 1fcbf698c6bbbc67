import { useLocation, useNavigate } from 'react-router';
import { changeAccount } from '../api/account.ts';
import { useSession } from '../api/session.ts';
import type { Language } from '../i18n/language.ts';
import { selectLanguage } from '../i18n/setup.ts';
import { logFailure } from '../log.ts';

type Save = () => Promise<void>;

function saveQuietly(save: Save): void {
  save().catch((error) => logFailure('The account’s language was not changed.', error));
}

/**
 * Switches and stores the interface language in this browser.
 *
 * An address with a language takes precedence over the stored one, so it is updated, or the next
 * reload would undo the choice.
 */
export function useShowLanguage(): (language: Language) => void {
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

/** Switches the language in this browser and, when signed in, that of the account. */
export function useSelectLanguage(run: (save: Save) => void = saveQuietly) {
  const show = useShowLanguage();
  const session = useSession();
  return (language: Language) => {
    show(language);
    if (session.status === 'signed_in') run(() => changeAccount({ language }));
  };
}
