import { Dialog } from '@base-ui/react/dialog';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/spinner.tsx';
import type { Progress } from './pages.ts';
import styles from './sign-in.module.css';

/** What is being done, or was just done, if anything. It cannot be dismissed; it ends with the request. */
export function ProgressDialog({ progress }: { progress: Progress | undefined }) {
  const { t } = useTranslation();
  return (
    <Dialog.Root open={progress !== undefined}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.dialog} finalFocus={firstInvalid}>
          {progress?.done ? (
            <CircleCheck className={styles.tick} aria-hidden="true" />
          ) : (
            <Spinner label={t(($) => $.sign_in.a11y.loading)} />
          )}
          <Dialog.Title render={<p />} className={styles.result} aria-live="polite">
            {progress && t(($) => $.sign_in.dialog[progress.text])}
          </Dialog.Title>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/* After a refusal the focus goes to the field at fault. */
function firstInvalid(): HTMLElement | true {
  return document.querySelector<HTMLElement>('[data-page] [aria-invalid=true]') ?? true;
}
