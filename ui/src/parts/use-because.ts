import { useTranslation } from 'react-i18next';
import type { Concerns } from '../hooks/use-concerns.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** Why an article concerns the reader: "because you have staff", of several profiles with the name, tagged `<who>`; else `undefined`. */
export function useBecause(concerns: Concerns | undefined): (slug: string) => string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  return (slug) => {
    const concern = concerns?.report?.articles[slug];
    const reason = concern?.answer === 'yes' ? concern.reason?.[language] : undefined;
    const name = concerns?.profiles[concern?.profile ?? -1]?.name;
    return reason && name ? t(($) => $.concerns.reason_of, { name, reason }) : reason;
  };
}
