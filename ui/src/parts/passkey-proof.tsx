import { useTranslation } from 'react-i18next';
import { usePasskeyDialog } from '../hooks/use-passkey-dialog.ts';
import { useTask } from '../hooks/use-task.ts';
import { Button } from '../ui/button.tsx';
import { cluster, stack } from '../ui/layout.ts';
import { ProofFailure } from './proof-form.tsx';

interface PasskeyProofProps {
  /** Asks for the passkey and sends it. */
  prove: (signal: AbortSignal) => Promise<void>;
  onDone: () => void;
  /** Without it, another method below has the button to cancel. */
  onCancel?: (() => void) | undefined;
}

/** A button that proves with a passkey who the reader is. */
export function PasskeyProof({ prove, onDone, onCancel }: PasskeyProofProps) {
  const { t } = useTranslation();
  const task = useTask();
  const openDialog = usePasskeyDialog();

  async function start() {
    if (await task.start(() => openDialog(prove))) onDone();
  }

  return (
    <div className={stack(5)}>
      <ProofFailure code={task.failed} />
      <div className={cluster(3)}>
        <Button
          variant={onCancel ? 'primary' : 'quiet'}
          aria-disabled={task.busy}
          onClick={() => void start()}
        >
          {t(($) => $.account.reauth_passkey)}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t(($) => $.account.cancel)}</Button>}
      </div>
    </div>
  );
}
