import { BadgeCheck } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendEmailChange, sendVerification } from '../../api/account.ts';
import type { Reader } from '../../api/session.ts';
import { useAccountError } from '../../hooks/use-account-error.ts';
import { useFocusInvalid } from '../../hooks/use-focus-invalid.ts';
import type { Sensitive } from '../../hooks/use-recent-login.ts';
import { errorOf, useTask } from '../../hooks/use-task.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { cluster } from '../../ui/layout.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './section.module.css';
import { Outcome, Section } from './section.tsx';

interface EmailSectionProps {
  reader: Reader;
  sensitive: Sensitive;
}

/* Error codes about the new address itself. */
const ofAddress = ['invalid_email', 'email_already_in_use'];
const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The address, its verification, and changing it by a link sent to the new one. */
export function EmailSection({ reader, sensitive }: EmailSectionProps) {
  const { t } = useTranslation();
  return (
    <Section
      title={t(($) => $.account.email)}
      text={
        <>
          {reader.email === undefined
            ? t(($) => $.account.email_none)
            : t(($) => $.account.email_now, { email: reader.email })}{' '}
          {reader.emailVerified && (
            <span className={styles.verified}>
              <BadgeCheck aria-hidden="true" />
              {t(($) => $.account.email_verified)}
            </span>
          )}
        </>
      }
    >
      {reader.email !== undefined && !reader.emailVerified && <Unverified email={reader.email} />}
      <ChangeForm sensitive={sensitive} />
    </Section>
  );
}

function ChangeForm({ sensitive }: Pick<EmailSectionProps, 'sensitive'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const task = useTask();
  const errorText = useAccountError();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const [sentTo, setSentTo] = useState('');

  useFocusInvalid(form, task.state);

  async function change(event: FormEvent) {
    event.preventDefault();
    const wanted = text.trim();
    if (!address.test(wanted)) {
      task.refuse('invalid_email');
      return;
    }
    if (await task.start(() => sensitive(() => sendEmailChange(wanted, language)))) {
      setSentTo(wanted);
      setText('');
    }
  }

  return (
    <>
      <form ref={form} className={styles.form} onSubmit={change} noValidate>
        <TextField
          type="email"
          label={t(($) => $.account.new_email)}
          hint={t(($) => $.account.new_email_hint)}
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          error={errorOf(task.state, ofAddress, errorText)}
          onChange={(event) => {
            setText(event.target.value);
            task.reset();
          }}
        />
        <div className={cluster(3)}>
          <Button type="submit" aria-disabled={task.busy}>
            {t(($) => $.account.send_link)}
          </Button>
        </div>
      </form>
      <Outcome
        state={task.state}
        shownByField={ofAddress}
        done={t(($) => $.account.link_sent, { email: sentTo })}
      />
    </>
  );
}

function Unverified({ email }: { email: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const task = useTask();
  return (
    <div className={styles.notice}>
      <p>{t(($) => $.account.email_unverified)}</p>
      <Button
        aria-disabled={task.busy}
        onClick={() => void task.start(() => sendVerification(language))}
      >
        {t(($) => $.account.resend)}
      </Button>
      <Outcome state={task.state} done={t(($) => $.account.resent, { email })} />
    </div>
  );
}
