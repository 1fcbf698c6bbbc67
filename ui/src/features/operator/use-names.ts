import { useTranslation } from 'react-i18next';
import type { Attention } from '../../api/operator.ts';
import type operator from '../../i18n/locales/en/operator.json';

/** The names of conditions, checks and sources in the reader's language; the server's own where there is none. */
export function useNames() {
  const { t, i18n } = useTranslation();
  return {
    attention: ({ kind, code }: Attention): string => {
      const known = i18n.exists(`operator.condition.${code}`);
      return known
        ? t(($) => $.operator.condition[code as keyof typeof operator.condition])
        : t(($) => $.operator.kind[kind]);
    },
    check: (name: string): string =>
      i18n.exists(`operator.check.${name}`)
        ? t(($) => $.operator.check[name as keyof typeof operator.check])
        : name,
    source: (name: string): string =>
      i18n.exists(`operator.source.${name}`)
        ? t(($) => $.operator.source[name as keyof typeof operator.source])
        : name,
  };
}
