import { useTranslation } from 'react-i18next';
import type { Factor } from '../api/auth-types.ts';

/** The label of a second factor: its own name or its kind, with the masked number. */
export function useFactorLabel(): (factor: Factor) => string {
  const { t } = useTranslation();
  return ({ display_name, kind, masked }) => {
    const name = display_name || t(($) => $.sign_in.factor[kind]);
    return masked ? `${name} ${masked}` : name;
  };
}
