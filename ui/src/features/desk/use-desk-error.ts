import { useTranslation } from 'react-i18next';
import type desk from '../../i18n/locales/en/desk.json';

type Known = keyof typeof desk.error;

/** The words for an error code of the desk. */
export function useDeskError(): (code: string) => string {
  const { t, i18n } = useTranslation();
  return (code) => {
    const known = i18n.exists(`desk.error.${code}`) ? (code as Known) : 'other';
    return t(($) => $.desk.error[known]);
  };
}
