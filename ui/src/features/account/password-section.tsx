import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeAccount } from '../../api/account.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Reader } from '../../api/session.ts';
import { useAccountError } from '../../hooks/use-account-error.ts';
import { useOwnProvider, usePasswordMin } from '../../hooks/use-auth-config.ts';
import { useFocusInvalid } from '../../hooks/use-focus-invalid.ts';
import type { Sensitive } from '../../hooks/use-recent-login.ts';
import { errorOf, useTask } from '../../hooks/use-task.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { Button } from '../../ui/button.tsx';
import { cluster } from '../../ui/layout.ts';
import styles from './section.module.css';
import { Outcome, Section } from './section.tsx';

interface PasswordSectionProps {
  reader: Reader;
  /** For password managers. */
  email: string;
  sensitive: Sensitive;
}

/* The field that an error concerns. */
const ofCurrent = ['wrong_current', 'current_missing', 'too_many_requests'];
const ofWanted = [
  'missing_password',
  'weak_password',
  'password_too_long',
  'common_password',
  'personal_password',
];
const ofFields = [...ofCurrent, ...ofWanted];

/* Here the code can only mean the current password. */
async function changePassword(current: string, wanted: string): Promise<void> {
  try {
    await changeAccount({ password: wanted, ...(current && { current_password: current }) });
  } catch (error) {
    if (
      error instanceof ApiError &&
      ['wrong_password', 'invalid_credential'].includes(error.code)
    ) {
      throw new ApiError(error.status, 'wrong_current', error.message);
    }
    throw error;
  }
}

/** Changes the password, or sets the first one for an account that signs in by link. */
export function PasswordSection({ reader, email, sensitive }: PasswordSectionProps) {
  const { t } = useTranslation();
  const count = usePasswordMin();
  const task = useTask();
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const errorText = useAccountError();
  const form = useRef<HTMLFormElement>(null);
  const has = reader.signInMethods.includes('password');
  const own = useOwnProvider(reader);
  const byProvider = own && t(($) => $.account.signs_in_with, { provider: own.name });
  const none = own ? t(($) => $.account.password_may) : t(($) => $.account.password_none);
  const text = [byProvider, has ? undefined : none].filter(Boolean).join(' ');

  useFocusInvalid(form, task.state);

  async function change(event: FormEvent) {
    event.preventDefault();
    if (has && current === '') task.refuse('current_missing');
    else if (wanted === '') task.refuse('missing_password');
    else if ([...wanted].length < count) task.refuse('weak_password');
    else if (await task.start(() => sensitive(() => changePassword(current, wanted)))) {
      setCurrent('');
      setWanted('');
    }
  }

  return (
    <Section title={t(($) => $.account.password)} {...(text && { text })}>
      <form ref={form} className={styles.form} onSubmit={change} noValidate>
        <input
          type="email"
          className="visually-hidden"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        {has && (
          <PasswordField
            label={t(($) => $.account.password_current)}
            autoComplete="current-password"
            value={current}
            error={errorOf(task.state, ofCurrent, errorText)}
            onChange={(event) => {
              setCurrent(event.target.value);
              task.reset();
            }}
          />
        )}
        <PasswordField
          label={t(($) => $.account.password_new)}
          hint={t(($) => $.account.password_hint, { count })}
          autoComplete="new-password"
          value={wanted}
          error={errorOf(task.state, ofWanted, errorText)}
          onChange={(event) => {
            setWanted(event.target.value);
            task.reset();
          }}
        />
        <div className={cluster(3)}>
          <Button type="submit" aria-disabled={task.busy}>
            {has ? t(($) => $.account.password_change) : t(($) => $.account.password_set)}
          </Button>
        </div>
      </form>
      <Outcome
        state={task.state}
        shownByField={ofFields}
        done={t(($) => $.account.password_changed)}
      />
    </Section>
  );
}
