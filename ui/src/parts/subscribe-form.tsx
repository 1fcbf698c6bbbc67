import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { track } from '../api/analytics.ts';
import { type SubscribeOutcome, subscribe } from '../api/subscribe.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { TextField } from '../ui/text-field.tsx';
import styles from './subscribe-form.module.css';

/** One address, four outcomes; the field is empty again after every attempt. */
export function SubscribeForm() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<SubscribeOutcome>();

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setOutcome(undefined);
    const result = await subscribe(email.trim(), language);
    track({ name: 'subscribe', outcome: result.kind });
    setOutcome(result);
    setEmail('');
    setBusy(false);
  }

  function message(result: SubscribeOutcome): string {
    switch (result.kind) {
      case 'subscribed':
        return t(($) => $.subscribe.subscribed);
      case 'already_subscribed':
        return t(($) => $.subscribe.already_subscribed);
      case 'failed':
        return t(($) => $.subscribe.failed);
      case 'failed_with':
        return t(($) => $.subscribe.failed_with, { error: result.error });
    }
  }

  const good = outcome?.kind === 'subscribed';
  return (
    <form className={styles.form} onSubmit={send}>
      <div className={styles.row}>
        <TextField
          type="email"
          name="email"
          autoComplete="email"
          required
          label={t(($) => $.subscribe.email)}
          placeholder={t(($) => $.subscribe.email_placeholder)}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button type="submit" variant="primary" className={styles.submit} aria-disabled={busy}>
          {busy ? t(($) => $.subscribe.busy) : t(($) => $.subscribe.submit)}
        </Button>
      </div>
      <div role="status">
        {outcome && (
          <p className={classes(styles.outcome, good ? styles.good : styles.bad)}>
            {good ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
            {message(outcome)}
          </p>
        )}
      </div>
      <p className={styles.use}>{t(($) => $.subscribe.use)}</p>
    </form>
  );
}
