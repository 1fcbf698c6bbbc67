import type { i18n as Texts } from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Language } from './language.ts';
import { textsIn } from './setup.ts';
import { useLanguage } from './use-language.ts';

/** Shows its children in this language, and nothing until the texts are loaded. */
export function LanguageScope({ language, children }: { language: Language; children: ReactNode }) {
  const isShown = useLanguage() === language;
  const [own, setOwn] = useState<Texts>();

  useEffect(() => {
    if (isShown) return undefined;
    let unmounted = false;
    void textsIn(language).then((texts) => {
      if (!unmounted) setOwn(texts);
    });
    return () => {
      unmounted = true;
    };
  }, [isShown, language]);

  if (isShown) return children;
  return own ? <I18nextProvider i18n={own}>{children}</I18nextProvider> : null;
}
