import { useTranslation } from 'react-i18next';

/** The label of a domain; a domain we have no word for is shown as the data has it. */
export function useDomainLabel(): (domain: string) => string {
  const { t } = useTranslation();
  const labels: Record<string, string> = t(($) => $.domains, { returnObjects: true });
  return (domain) => labels[domain] ?? domain;
}
