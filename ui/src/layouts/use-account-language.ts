import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../api/session.ts';
import { useShowLanguage } from '../hooks/use-select-language.ts';
import { askedLanguage, isLanguage, languageKey } from '../i18n/language.ts';
import { screenOf } from '../paths.ts';
import { storage } from '../storage.ts';

/**
 * Takes over the account's language on a device where the reader has chosen none.
 *
 * The address keeps its language when the session existed before the page: a shared link is read as
 * it was sent.
 */
export function useAccountLanguage(): void {
  const session = useSession();
  const show = useShowLanguage();
  const signsInHere = useRef(false);
  const language = session.status === 'signed_in' ? session.reader.language : undefined;
  if (session.status === 'signed_out') signsInHere.current = true;
  // A sign-in navigates away from its screen; changing that screen's address would cancel this.
  const isSigningIn = screenOf(useSearchParams()[0]) === 'auth';

  const takeOver = useEffectEvent((wanted: NonNullable<typeof language>) => {
    if (isLanguage(storage.get(languageKey))) return;
    if (signsInHere.current || !askedLanguage(window.location.search)) show(wanted);
  });
  useEffect(() => {
    if (language && !isSigningIn) takeOver(language);
  }, [language, isSigningIn]);
}
