import { useTranslation } from 'react-i18next';

/** The name that a new profile gets, by the answer to its first question. */
export function useProfileName(): (subject: unknown) => string {
  const { t } = useTranslation();
  return (subject) => {
    if (subject === 'srl' || subject === 'other_company') return t(($) => $.concerns.my_firm);
    if (subject === 'association' || subject === 'owners_association') {
      return t(($) => $.concerns.my_association);
    }
    return t(($) => $.concerns.me);
  };
}
