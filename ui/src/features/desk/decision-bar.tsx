import { CircleAlert, CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { centred, cluster } from '../../ui/layout.ts';
import styles from './decision-bar.module.css';
import type { DraftStatus, DraftStore } from './draft-store.ts';
import { PublishDialog } from './publish-dialog.tsx';
import type { Outcome } from './published-notice.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useDeskError } from './use-desk-error.ts';

interface DecisionBarProps {
  store: DraftStore;
  status: DraftStatus;
  onPublished: (outcome: Outcome) => void;
}

/** The state of saving in words, and what an editor can decide; fixed to the lower edge. */
export function DecisionBar({ store, status, onPublished }: DecisionBarProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'publish' | 'reject'>();
  const publish = useRef<HTMLButtonElement>(null);
  const reject = useRef<HTMLButtonElement>(null);
  const { state } = status.base;
  // During a conflict the editor merges first.
  const isFree = status.phase !== 'conflict';

  /* A decision concerns the saved text, so the text is saved first. */
  async function begin(dialog: 'publish' | 'reject') {
    if (await store.flush()) setOpen(dialog);
  }

  return (
    <div className={styles.bar}>
      <SaveState status={status} onRetry={() => void store.flush()} />
      <div className={classes(cluster(3), centred)}>
        {isFree && state !== 'rejected' && (
          <Button ref={reject} onClick={() => void begin('reject')}>
            {t(($) => $.desk.reject)}
          </Button>
        )}
        {isFree && state === 'open' && (
          <Button ref={publish} variant="primary" onClick={() => void begin('publish')}>
            {t(($) => $.desk.publish)}
          </Button>
        )}
      </div>
      {open === 'publish' && (
        <PublishDialog
          draft={status.base}
          opener={publish}
          onClose={() => setOpen(undefined)}
          onPublished={onPublished}
        />
      )}
      {open === 'reject' && (
        <RejectDialog
          slug={status.base.slug}
          opener={reject}
          onClose={() => setOpen(undefined)}
          onRejected={(draft) => {
            setOpen(undefined);
            store.adopt(draft);
          }}
        />
      )}
    </div>
  );
}

interface SaveStateProps {
  status: DraftStatus;
  onRetry: () => void;
}

function SaveState({ status, onRetry }: SaveStateProps) {
  const { t } = useTranslation();
  const errorText = useDeskError();
  const { phase, code = 'other' } = status;
  const isBad = phase === 'failed' || phase === 'refused' || phase === 'conflict';
  return (
    <div className={styles.state}>
      <p role="status" className={classes(styles.words, isBad && styles.bad)}>
        {phase === 'saved' && <CircleCheck aria-hidden="true" />}
        {isBad && <CircleAlert aria-hidden="true" />}
        {phase === 'failed'
          ? t(($) => $.desk.save.failed, { why: errorText(code) })
          : t(($) => $.desk.save[phase])}
      </p>
      {phase === 'failed' && <Button onClick={onRetry}>{t(($) => $.common.retry)}</Button>}
    </div>
  );
}
