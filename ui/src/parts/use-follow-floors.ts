import { useTranslation } from 'react-i18next';
import { useImportance } from '../i18n/use-importance.ts';

/** The importance from which a follow notifies; 0 stands for the account's own. */
export function useFollowFloors() {
  const { t } = useTranslation();
  const importance = useImportance();
  return [
    { value: 0, label: t(($) => $.reader.follow.as_account) },
    { value: 1, label: t(($) => $.reader.follow.from_all) },
    ...[2, 3, 4, 5].map((value) => ({
      value,
      label: t(($) => $.reader.follow.from_level, { level: importance(value).word }),
    })),
  ];
}
