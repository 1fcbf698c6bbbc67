import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteAccount } from '../../api/account.ts';
import { useAccountError } from '../../hooks/use-account-error.ts';
import { useFocusInvalid } from '../../hooks/use-focus-invalid.ts';
import { useRecentLogin } from '../../hooks/use-recent-login.ts';
import { useSignOut } from '../../hooks/use-sign-out.ts';
import { useTask } from '../../hooks/use-task.ts';
import { folded } from '../../i18n/folded.ts';
import { ReauthenticateDialog } from '../../parts/reauthenticate-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, cluster, stack } from '../../ui/layout.ts';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.ts';

interface DeleteDialogProps {
  open: boolean;
  onClose: () => void;
  opener: RefObject<HTMLElement | null>;
}

/** Lists what will be deleted and requires a typed word first. */
export function DeleteDialog({ open, onClose, opener }: DeleteDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      open={open}
      onClose={onClose}
      opener={opener}
      title={t(($) => $.account.delete_title)}
      description={t(($) => $.account.delete_what)}
    >
      <DeleteForm onCancel={onClose} />
    </Modal>
  );
}

function DeleteForm({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const errorText = useAccountError();
  const leave = useSignOut();
  const task = useTask();
  // A dialog of its own, because the password prompt opens in front of this one.
  const { sensitive, waiting } = useRecentLogin();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const word = t(($) => $.account.delete_word);
  const mistyped = task.failed === 'mistyped';

  useFocusInvalid(form, task.state);

  async function remove(event: FormEvent) {
    event.preventDefault();
    // Not every keyboard has ș.
    if (folded(typed.trim()) !== folded(word)) {
      task.refuse('mistyped');
      return;
    }
    if (!(await task.start(() => sensitive(deleteAccount)))) return;
    showToast(t(($) => $.account.deleted));
    await leave();
  }

  return (
    <>
      <form ref={form} className={classes(stack(5), above(5))} onSubmit={remove} noValidate>
        <TextField
          label={t(($) => $.account.delete_type, { word })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={
            mistyped
              ? t(($) => $.account.delete_mistyped, { word })
              : task.failed && errorText(task.failed)
          }
          onChange={(event) => {
            setTyped(event.target.value);
            task.reset();
          }}
        />
        <div className={cluster(3)}>
          <Button type="submit" variant="danger" aria-disabled={task.busy}>
            {task.busy ? t(($) => $.account.deleting) : t(($) => $.account.delete_confirm)}
          </Button>
          <Button onClick={onCancel}>{t(($) => $.account.cancel)}</Button>
        </div>
      </form>
      <ReauthenticateDialog
        open={waiting !== undefined}
        onDone={() => waiting?.go()}
        onCancel={() => waiting?.stop()}
      />
    </>
  );
}
