import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';

/** Shown in place of a list that waits for the connection. */
export function OfflineNotice() {
  const { t } = useTranslation();
  return <Notice title={t(($) => $.home.offline_title)}>{t(($) => $.home.offline_text)}</Notice>;
}
