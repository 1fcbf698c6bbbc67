import { useTranslation } from 'react-i18next';
import { operatorsTextOf } from '../api/api-error.ts';
import { signUpInputPasswordMaxLength } from '../api/limits.gen.ts';
import type authErrors from '../i18n/locales/en/auth-errors.json';

type Known = keyof typeof authErrors;

/**
 * The text of an error code.
 *
 * A code without a text gets the general one: raw server text is never shown, except the refusal of
 * the operator's hook.
 */
export function useAuthText(): (code: string, values?: { min: number }) => string {
  const { t, i18n } = useTranslation();
  return (code, { min } = { min: 6 }) => {
    const own = operatorsTextOf(code);
    if (own !== undefined) return own;
    const known = i18n.exists(`auth_errors.${code}`) ? (code as Known) : 'something_went_wrong';
    return t(($) => $.auth_errors[known], { min, max: signUpInputPasswordMaxLength });
  };
}
