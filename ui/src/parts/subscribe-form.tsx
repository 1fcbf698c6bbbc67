import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, type Ref, useRef, useState, useSyncExternalStore } from 'react';
import { track } from '../api/analytics.ts';
import { type SubscribeOutcome, subscribe } from '../api/subscribe.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { TextField } from '../ui/text-field.tsx';
import styles from './subscribe-form.module.css';

interface SubscribeFormProps {
  /** What the address is used for; by default for messages about accounts. */
  use?: string;
  /** The submit button's; quiet where the page's primary button is another one. */
  variant?: ButtonVariant;
  /** The text for readers without JavaScript, in place of the field. */
  noScript?: string;
  inputRef?: Ref<HTMLInputElement>;
}

const never = () => () => {};

/* False in the prerendered page until its code has loaded: the browser would submit the form
   itself, and the address would end up in the URL. */
function useTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** One address, four outcomes; the field is cleared after every attempt. */
export function SubscribeForm({
  use,
  variant = 'primary',
  noScript,
  inputRef,
}: SubscribeFormProps) {
  const { t, language } = useTexts();
  const [phase, setPhase] = useState<'idle' | 'busy' | 'checking'>('idle');
  const [outcome, setOutcome] = useState<SubscribeOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // State is one render late; two presses of Enter would both find it idle.
  const sending = useRef(false);
  const lastEmail = useRef('');
  const isReady = useTakenOver();

  /* Uncontrolled: text typed before the code loaded is kept. */
  function filled(name: string): string {
    const field = form.current?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? field.value : '';
  }

  async function send(address: string) {
    if (sending.current) return;
    sending.current = true;
    lastEmail.current = address;
    setPhase('busy');
    setOutcome(undefined);
    const subscription = { email: address, lang: language, website: filled('website') };
    const result = await subscribe(subscription, () => setPhase('checking'));
    track({ name: 'subscribe', outcome: result.kind });
    setOutcome(result);
    form.current?.reset();
    setPhase('idle');
    sending.current = false;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void send(filled('email').trim());
  }

  function retry() {
    // The pressed button disappears with the outcome, so the focus moves on.
    button.current?.focus();
    void send(lastEmail.current);
  }

  const submitTexts = {
    idle: t(($) => $.subscribe.submit),
    busy: t(($) => $.subscribe.busy),
    checking: t(($) => $.subscribe.checking),
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} data-print="hide">
      <div className={styles.row}>
        <TextField
          type="email"
          name="email"
          autoComplete="email"
          required
          label={t(($) => $.subscribe.email)}
          placeholder={t(($) => $.subscribe.email_placeholder)}
          {...(inputRef && { inputRef })}
        />
        <div className={styles.trap} aria-hidden="true">
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </div>
        <Button
          ref={button}
          type="submit"
          variant={variant}
          className={styles.submit}
          disabled={!isReady}
          aria-disabled={phase !== 'idle'}
        >
          {submitTexts[phase]}
        </Button>
      </div>
      <div role="status">{outcome && <Outcome outcome={outcome} onRetry={retry} />}</div>
      <p className={styles.use}>{use ?? t(($) => $.subscribe.use)}</p>
      {noScript && <noscript className={styles.noScript}>{noScript}</noscript>}
    </form>
  );
}

function Outcome({ outcome, onRetry }: { outcome: SubscribeOutcome; onRetry: () => void }) {
  const { t, language } = useTexts();
  const good = outcome.kind === 'subscribed';
  const lost = outcome.kind === 'failed_with';
  return (
    <div className={classes(styles.outcome, good ? styles.good : styles.bad)}>
      {good ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
      <p className={styles.message}>
        {lost
          ? t(($) => $.subscribe.failed_with, {
              // Browsers write their messages in English.
              error: language === 'en' ? outcome.error : t(($) => $.subscribe.no_connection),
            })
          : t(($) => $.subscribe[outcome.kind])}
      </p>
      {(good || outcome.kind === 'already_subscribed') && (
        <p className={styles.next}>{t(($) => $.subscribe[`${outcome.kind}_next`])}</p>
      )}
      {lost && <Button onClick={onRetry}>{t(($) => $.common.retry)}</Button>}
    </div>
  );
}
