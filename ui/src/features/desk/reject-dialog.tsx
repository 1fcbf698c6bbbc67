import { type FormEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Draft, rejectDraft } from '../../api/desk.ts';
import { rejectDraftReasonMaxLength } from '../../api/limits.gen.ts';
import { useTask } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, centred, cluster, stack } from '../../ui/layout.ts';
import { Modal } from '../../ui/modal.tsx';
import { Refusal } from '../../ui/refusal.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useDeskError } from './use-desk-error.ts';

interface RejectDialogProps {
  slug: string;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  onRejected: (draft: Draft) => void;
}

/** Rejects a draft with a reason. */
export function RejectDialog({ slug, opener, onClose, onRejected }: RejectDialogProps) {
  const { t } = useTranslation();
  const errorText = useDeskError();
  const task = useTask();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);

  function send(event: FormEvent) {
    event.preventDefault();
    const text = reason.trim();
    setMissing(text === '');
    if (text !== '') void task.start(async () => onRejected(await rejectDraft(slug, text)));
  }

  return (
    <Modal
      open
      onClose={onClose}
      opener={opener}
      title={t(($) => $.desk.reject_title)}
      description={t(($) => $.desk.reject_lead)}
    >
      <form className={classes(stack(5), above(5))} onSubmit={send} noValidate>
        <TextArea
          label={t(($) => $.desk.reject_reason)}
          error={isMissing ? t(($) => $.desk.reject_reason_missing) : undefined}
          maxLength={rejectDraftReasonMaxLength}
          value={reason}
          onInput={setReason}
        />
        {task.failed && <Refusal>{errorText(task.failed)}</Refusal>}
        <div className={classes(cluster(3), centred)}>
          <Button type="submit" variant="danger" aria-disabled={task.busy}>
            {task.busy ? t(($) => $.desk.working) : t(($) => $.desk.reject)}
          </Button>
          <Button onClick={onClose}>{t(($) => $.desk.cancel)}</Button>
        </div>
      </form>
    </Modal>
  );
}
