import { useTranslation } from 'react-i18next';
import type { Language } from '../../api/types.ts';
import { ButtonTabs } from '../../ui/tabs.tsx';

interface LanguageTabsProps {
  lang: Language;
  onLang: (lang: Language) => void;
}

/** The language of the text that is edited or previewed. */
export function LanguageTabs({ lang, onLang }: LanguageTabsProps) {
  const { t } = useTranslation();
  return (
    <ButtonTabs
      label={t(($) => $.desk.language)}
      chosen={lang}
      tabs={(['ro', 'en'] as const).map((value) => ({
        value,
        name: t(($) => $.desk.lang[value]),
      }))}
      onChoose={onLang}
    />
  );
}
