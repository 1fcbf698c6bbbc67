import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The specified notice for an empty list, with a way to reset the filters. */
export function EmptyNotice({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (!filtered) {
    return <Notice title={t(($) => $.home.server_issue)}>{t(($) => $.home.empty_bare)}</Notice>;
  }
  return (
    <Notice
      title={t(($) => $.home.server_issue)}
      actions={
        <Button variant="primary" onClick={onClear}>
          {t(($) => $.home.clear_filters)}
        </Button>
      }
    >
      {t(($) => $.home.empty_next)}
    </Notice>
  );
}
