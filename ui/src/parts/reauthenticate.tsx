import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { reauthenticate, sendMail } from '../api/auth.ts';
import { type Reader, useSession } from '../api/session.ts';
import { useAuthText } from '../i18n/use-auth-text.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { InfoBar } from '../ui/info-bar.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Tagged } from '../ui/tagged.tsx';
import styles from './account-check.module.css';

interface ReauthenticateProps {
  /** What brought the reader here, as an error code; usually `requires_recent_login`. */
  message?: string;
  onDone: () => void;
  onCancel: () => void;
}

const busyDelayMs = 500;
const strong = { email: (inner: string) => <strong>{inner}</strong> };

/** Page 46: proves again that it is the reader; the account is fixed. */
export function Reauthenticate(props: ReauthenticateProps) {
  const session = useSession();
  if (session.status !== 'signed_in') return null;
  const { reader } = session;
  return reader.signInMethods.includes('password') ? (
    <ByPassword reader={reader} {...props} />
  ) : (
    <ByLink reader={reader} {...props} />
  );
}

/* One request at a time, given up when the page goes; says after a while that it takes long. */
function useRequest() {
  const [busy, setBusy] = useState(false);
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  async function make(request: (signal: AbortSignal) => Promise<unknown>) {
    if (call.current) return undefined;
    const current = new AbortController();
    call.current = current;
    const timer = setTimeout(() => setBusy(true), busyDelayMs);
    try {
      await request(current.signal);
      return current.signal.aborted ? undefined : 'done';
    } catch (error) {
      if (current.signal.aborted) return undefined;
      return { code: error instanceof ApiError ? error.code : 'something_went_wrong' };
    } finally {
      clearTimeout(timer);
      call.current = undefined;
      if (!current.signal.aborted) setBusy(false);
    }
  }
  return { busy, make };
}

interface MethodProps extends ReauthenticateProps {
  reader: Reader;
}

function ByPassword({ reader, message, onDone, onCancel }: MethodProps) {
  const { t } = useTranslation();
  const say = useAuthText();
  const { busy, make } = useRequest();
  const [bar, setBar] = useState(message);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const focusField = () => form.current?.querySelector('input')?.focus();

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  function refuse(code: string) {
    const inline = ['wrong_password', 'password_required', 'too_many_requests'].includes(code);
    setError(inline ? code : undefined);
    setBar(inline ? undefined : code);
    if (inline) focusField();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const password = form.current?.querySelector('input')?.value ?? '';
    if (password === '') {
      refuse('password_required');
      return;
    }
    const outcome = await make((signal) => reauthenticate(password, signal));
    if (outcome === 'done') onDone();
    else if (outcome) refuse(outcome.code);
  }

  return (
    <Card
      page="reauthenticate"
      title={t(($) => $.sign_in.title.reauthenticate)}
      busy={busy ? t(($) => $.sign_in.a11y.loading) : undefined}
    >
      <Bar code={bar} onDismiss={() => setBar(undefined)} />
      <p>
        <Tagged
          text={t(($) => $.sign_in.body.reauthenticate, { email: reader.email })}
          tags={strong}
        />
      </p>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={submit}
        onInput={() => setError(undefined)}
      >
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={t(($) => $.sign_in.label.password)}
          error={error === undefined ? undefined : say(error)}
        />
        <div className={styles.buttons}>
          <Button onClick={onCancel}>{t(($) => $.sign_in.btn.cancel)}</Button>
          <Button type="submit" variant="primary">
            {t(($) => $.sign_in.btn.continue)}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/* A link signs in anew, which is a proof as well; the reader then comes back by himself. */
function ByLink({ reader, message, onCancel }: MethodProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { busy, make } = useRequest();
  const [bar, setBar] = useState(message);
  const [sent, setSent] = useState(false);
  const { email } = reader;

  async function send() {
    const mail = { kind: 'email_sign_in', email, lang: language } as const;
    const outcome = await make((signal) => sendMail(mail, signal));
    setSent(outcome === 'done');
    setBar(outcome && outcome !== 'done' ? outcome.code : undefined);
  }

  return (
    <Card
      page="reauthenticate"
      title={t(($) => $.sign_in.title.reauthenticate)}
      busy={busy ? t(($) => $.sign_in.a11y.loading) : undefined}
    >
      <Bar code={bar} onDismiss={() => setBar(undefined)} />
      <p role="status">
        <Tagged
          text={
            sent
              ? t(($) => $.sign_in.body.reauthenticate_sent, { email })
              : t(($) => $.sign_in.body.reauthenticate_link, { email })
          }
          tags={strong}
        />
      </p>
      <div className={styles.form}>
        <div className={styles.buttons}>
          <Button onClick={onCancel}>{t(($) => $.sign_in.btn.cancel)}</Button>
          {!sent && (
            <Button variant="primary" onClick={() => void send()}>
              {t(($) => $.sign_in.btn.email_link)}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function Bar({ code, onDismiss }: { code: string | undefined; onDismiss: () => void }) {
  const { t } = useTranslation();
  const say = useAuthText();
  if (code === undefined) return null;
  return (
    <InfoBar
      text={say(code)}
      dismiss={t(($) => $.sign_in.a11y.dismiss_message)}
      onDismiss={onDismiss}
    />
  );
}
