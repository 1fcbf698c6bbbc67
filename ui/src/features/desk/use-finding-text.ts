import { useTranslation } from 'react-i18next';
import type { Finding } from '../../api/desk.ts';
import { formatList } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';

/** A finding of the checker, in words. */
export function useFindingText(): (finding: Finding) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ code, field, text, provisions = [] }) => {
    const words = t(($) => $.desk.finding[code], {
      text,
      provisions: formatList(provisions, language),
    });
    return field === 'importance_reason'
      ? `${t(($) => $.desk.importance_reason)}: ${words}`
      : words;
  };
}
