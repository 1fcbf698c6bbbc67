import { useTranslation } from 'react-i18next';
import type mail from './locales/en/mail.json';

type Known = keyof typeof mail.errors;

/** The text of an error code of the mail calls; the general one when unknown. */
export function useMailError(): (code: string) => string {
  const { t, i18n } = useTranslation();
  return (code) => {
    const known = i18n.exists(`mail.errors.${code}`) ? (code as Known) : 'something_went_wrong';
    return t(($) => $.mail.errors[known]);
  };
}
