import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { appUpdate } from '../app-update.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import styles from './update-notice.module.css';

/** Announces that a newer version is waiting; the live region is always present. */
export function UpdateNotice() {
  const { t } = useTexts();
  const ready = useSyncExternalStore(appUpdate.subscribe, appUpdate.ready, () => false);
  return (
    <div className={styles.region} role="status" data-print="hide">
      {ready && (
        <div className={styles.notice}>
          <p>{t(($) => $.install.update_ready)}</p>
          <Button onClick={appUpdate.take}>{t(($) => $.install.reload)}</Button>
          <Button
            variant="plain"
            aria-label={t(($) => $.install.later)}
            onClick={appUpdate.dismiss}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
    </div>
  );
}
