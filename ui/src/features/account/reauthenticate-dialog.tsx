import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reauthenticate } from '../../api/account.ts';
import { useAccountError } from '../../hooks/use-account-error.ts';
import { useTask } from '../../hooks/use-task.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './reauthenticate-dialog.module.css';

interface ReauthenticateDialogProps {
  open: boolean;
  email: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for the password again before something that cannot be taken back. */
export function ReauthenticateDialog({ open, email, onDone, onCancel }: ReauthenticateDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      open={open}
      onClose={onCancel}
      title={t(($) => $.account.reauth_title)}
      description={t(($) => $.account.reauth_text)}
    >
      <ReauthenticateForm email={email} onDone={onDone} onCancel={onCancel} />
    </Modal>
  );
}

function ReauthenticateForm({ email, onDone, onCancel }: Omit<ReauthenticateDialogProps, 'open'>) {
  const { t } = useTranslation();
  const errorText = useAccountError();
  const task = useTask();
  const [password, setPassword] = useState('');

  async function prove(event: FormEvent) {
    event.preventDefault();
    if (password === '') task.refuse('missing_password');
    else if (await task.start(() => reauthenticate(password))) onDone();
  }

  return (
    <form className={styles.form} onSubmit={prove} noValidate>
      <p className={styles.account}>{t(($) => $.account.reauth_account, { email })}</p>
      <input
        type="email"
        className="visually-hidden"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label={t(($) => $.account.password)}
        autoComplete="current-password"
        value={password}
        error={task.state.phase === 'failed' ? errorText(task.state.code) : undefined}
        onChange={(event) => {
          setPassword(event.target.value);
          task.reset();
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" aria-disabled={task.busy}>
          {task.busy ? t(($) => $.account.reauth_checking) : t(($) => $.account.reauth_button)}
        </Button>
        <Button onClick={onCancel}>{t(($) => $.account.cancel)}</Button>
      </div>
    </form>
  );
}
