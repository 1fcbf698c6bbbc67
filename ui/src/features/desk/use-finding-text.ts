import { useTranslation } from 'react-i18next';
import type { Finding } from '../../api/desk.ts';
import type desk from '../../i18n/locales/en/desk.json';

type Known = keyof typeof desk.finding;

/** What the checker holds against a text, in words. */
export function useFindingText(): (finding: Finding) => string {
  const { t, i18n } = useTranslation();
  return ({ code, text }) => {
    const known = i18n.exists(`desk.finding.${code}`) ? (code as Known) : 'other';
    return t(($) => $.desk.finding[known], { text });
  };
}
