import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proveByPassword, proveByPhone, proveByProvider, sendProofLink } from '../api/account.ts';
import { ApiError } from '../api/api-error.ts';
import type { SecondFactorAnswer } from '../api/auth-types.ts';
import { leaveForProvider, providerWindow, visitInWindow } from '../api/provider-visit.ts';
import type { Reader } from '../api/session.ts';
import { useAccountError } from '../hooks/use-account-error.ts';
import { useOwnProvider, usePhoneSettings } from '../hooks/use-auth-config.ts';
import { useFocusInvalid } from '../hooks/use-focus-invalid.ts';
import { Cancelled, useTask } from '../hooks/use-task.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { above, cluster, stack } from '../ui/layout.ts';
import { PasswordField } from './password-field.tsx';
import { PhoneCodeForm } from './phone/phone-code-form.tsx';
import { ProofActions, ProofFailure } from './proof-form.tsx';
import styles from './reauthenticate-dialog.module.css';

interface MethodProps {
  reader: Reader;
  onDone: () => void;
  /** The first factor is proven; the second factors of which one must follow. */
  onProven: (required: SecondFactorAnswer | undefined) => void;
  onCancel: () => void;
}

/* A task that proves the first factor, and goes on with what it returns. */
function useProof(onProven: MethodProps['onProven']) {
  const task = useTask();
  async function start(prove: () => Promise<SecondFactorAnswer | undefined>) {
    let required: SecondFactorAnswer | undefined;
    const isProven = await task.start(async () => {
      required = await prove();
    });
    if (isProven) onProven(required);
  }
  return { task, start };
}

/* The address, or the name of an account that has none. */
const nameOf = (reader: Reader) => reader.email ?? reader.displayName;

/* Whether the typed value was wrong. */
const aboutPassword = ['wrong_password', 'missing_password', 'too_many_requests'];

/** An account with a password re-authenticates with it. */
export function ByPassword({ reader, onProven, onCancel }: MethodProps) {
  const { t } = useTranslation();
  const errorText = useAccountError();
  const { task, start } = useProof(onProven);
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const { failed } = task;
  const ofField = failed !== undefined && aboutPassword.includes(failed);
  useFocusInvalid(form, task.state);

  async function prove(event: FormEvent) {
    event.preventDefault();
    if (password === '') {
      task.refuse('missing_password');
      return;
    }
    await start(() => proveByPassword(password));
  }

  return (
    <form ref={form} className={classes(stack(5), above(5))} onSubmit={prove} noValidate>
      <p className={styles.account}>
        {t(($) => $.account.reauth_account, { email: nameOf(reader) })}
      </p>
      <input
        type="email"
        className="visually-hidden"
        autoComplete="username"
        value={reader.email ?? ''}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label={t(($) => $.account.password)}
        autoComplete="current-password"
        value={password}
        error={ofField ? errorText(failed) : undefined}
        onChange={(event) => {
          setPassword(event.target.value);
          task.reset();
        }}
      />
      <ProofFailure code={ofField ? undefined : failed} />
      <ProofActions
        busy={task.busy}
        label={t(($) => $.account.reauth_button)}
        onCancel={onCancel}
      />
    </form>
  );
}

/** An account with a provider re-authenticates there. */
export function ByProvider({ reader, onProven, onCancel }: MethodProps) {
  const { t } = useTranslation();
  const { task, start } = useProof(onProven);
  const visit = useRef<AbortController>(undefined);
  const own = useOwnProvider(reader);
  useEffect(() => () => visit.current?.abort(new Cancelled()), []);
  if (!own) return null;
  const { provider, name } = own;

  async function prove(): Promise<SecondFactorAnswer | undefined> {
    const asked = new AbortController();
    visit.current = asked;
    const { signal } = asked;
    const opened = providerWindow();
    const hint = reader.email !== undefined && { login_hint: reader.email };
    const request = { purpose: 'reauthenticate' as const, ...hint };
    if (!opened) return leaveForProvider(provider, request, signal);
    try {
      return await proveByProvider(await visitInWindow(opened, provider, request, signal));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'popup_closed_by_user') throw new Cancelled();
      throw error;
    }
  }

  return (
    <div className={classes(stack(5), above(5))}>
      <p className={styles.account}>
        {t(($) => $.account.reauth_provider, { email: nameOf(reader), provider: name })}
      </p>
      <ProofFailure code={task.failed} />
      <div className={cluster(3)}>
        <Button variant="primary" aria-disabled={task.busy} onClick={() => void start(prove)}>
          {t(($) => $.sign_in.idp.named, { name })}
        </Button>
        <Button onClick={onCancel}>{t(($) => $.account.cancel)}</Button>
      </div>
    </div>
  );
}

/** An account with a number alone re-authenticates by text message. */
export function ByPhone({ reader, onProven, onCancel }: MethodProps) {
  const settings = usePhoneSettings();
  const { phoneNumber } = reader;
  if (!settings || phoneNumber === undefined) return null;
  return (
    <PhoneCodeForm
      settings={settings}
      own={phoneNumber}
      onCancel={onCancel}
      onCode={async (credential) => onProven(await proveByPhone(credential))}
    />
  );
}

/** An account without a password re-authenticates by link, in any tab. */
export function ByLink({ reader, onDone, onCancel }: MethodProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const task = useTask();
  const { email = '', signedInAt } = reader;
  const [before] = useState(signedInAt);
  const sent = task.state.phase === 'done';
  const text = sent ? t(($) => $.account.reauth_sent, { email }) : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: triggered by the new sign-in alone
  useEffect(() => {
    if (signedInAt !== before) onDone();
  }, [signedInAt, before]);

  return (
    <div className={classes(stack(5), above(5))}>
      <p className={styles.account}>{t(($) => $.account.reauth_link, { email })}</p>
      <p role="status" className={styles.sent}>
        {text}
      </p>
      <ProofFailure code={task.failed} />
      <div className={cluster(3)}>
        {!sent && (
          <Button
            variant="primary"
            aria-disabled={task.busy}
            onClick={() => void task.start(() => sendProofLink(email, language))}
          >
            {t(($) => $.account.send_link)}
          </Button>
        )}
        <Button onClick={onCancel}>{t(($) => $.account.cancel)}</Button>
      </div>
    </div>
  );
}
