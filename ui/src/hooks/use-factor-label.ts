import { useTranslation } from 'react-i18next';
import type { Factor } from '../api/auth-types.ts';

/** How a second factor is named in a choice: by its owner, or else by its kind; and the masked number. */
export function useFactorLabel(): (factor: Factor) => string {
  const { t } = useTranslation();
  return ({ display_name, kind, masked }) => {
    const name = display_name || t(($) => $.sign_in.factor[kind]);
    return masked ? `${name} ${masked}` : name;
  };
}
