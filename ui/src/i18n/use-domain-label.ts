import { useTranslation } from 'react-i18next';

/** The label of a domain; an unknown domain is shown as stored. */
export function useDomainLabel(): (domain: string) => string {
  const { t } = useTranslation();
  const labels: Record<string, string> = t(($) => $.domains, { returnObjects: true });
  return (domain) => labels[domain] ?? domain;
}
