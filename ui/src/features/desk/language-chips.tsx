import { useTranslation } from 'react-i18next';
import type { Language } from '../../api/types.ts';
import { Chip } from '../../ui/chip.tsx';
import { ChipRow } from '../../ui/chip-row.tsx';

interface LanguageChipsProps {
  lang: Language;
  onLang: (lang: Language) => void;
}

/** The language of the text that is edited or previewed. */
export function LanguageChips({ lang, onLang }: LanguageChipsProps) {
  const { t } = useTranslation();
  return (
    <ChipRow label={t(($) => $.desk.language)} chosen={lang}>
      {(['ro', 'en'] as const).map((language) => (
        <Chip key={language} chosen={language === lang} onChoose={() => onLang(language)}>
          {t(($) => $.desk.lang[language])}
        </Chip>
      ))}
    </ChipRow>
  );
}
