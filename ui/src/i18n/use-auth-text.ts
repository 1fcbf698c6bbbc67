import { useTranslation } from 'react-i18next';
import type authErrors from './locales/en/auth-errors.json';

type Known = keyof typeof authErrors;

/**
 * The text of an error code, the server's or our own.
 *
 * A code without a text says that something went wrong: raw text of a server is shown to nobody.
 */
export function useAuthText(): (code: string, values?: { min: number }) => string {
  const { t, i18n } = useTranslation();
  return (code, values = { min: 6 }) => {
    const known = i18n.exists(`auth_errors.${code}`) ? (code as Known) : 'something_went_wrong';
    return t(($) => $.auth_errors[known], values);
  };
}
