import { useTranslation } from 'react-i18next';
import { useAccountError } from '../hooks/use-account-error.ts';
import { Button } from '../ui/button.tsx';
import { cluster } from '../ui/layout.ts';
import styles from './proof-form.module.css';

/** Why a proof failed; a field shows what is about it. */
export function ProofFailure({ code }: { code: string | undefined }) {
  const errorText = useAccountError();
  return (
    <p role="alert" className={styles.failure}>
      {code !== undefined && errorText(code)}
    </p>
  );
}

interface ProofActionsProps {
  busy: boolean;
  label: string;
  onCancel?: (() => void) | undefined;
}

/** The buttons that send a proof and leave the form. */
export function ProofActions({ busy, label, onCancel }: ProofActionsProps) {
  const { t } = useTranslation();
  return (
    <div className={cluster(3)}>
      <Button type="submit" variant="primary" aria-disabled={busy}>
        {busy ? t(($) => $.account.reauth_checking) : label}
      </Button>
      {onCancel && <Button onClick={onCancel}>{t(($) => $.account.cancel)}</Button>}
    </div>
  );
}
