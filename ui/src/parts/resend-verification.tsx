import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendVerification } from '../api/account.ts';
import { ApiError } from '../api/api-error.ts';
import { useMailPause } from '../hooks/use-auth-config.ts';
import { useAuthText } from '../hooks/use-auth-text.ts';
import { minutesAndSeconds, useCountdown } from '../hooks/use-countdown.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { Tagged } from '../ui/tagged.tsx';
import styles from './account-check.module.css';

interface ResendProps {
  email: string;
  /** A mail was just sent, so the pause begins at once. */
  justSent?: boolean;
}

/** Sends the verification mail, as often as the server allows. */
export function ResendVerification({ email, justSent = false }: ResendProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useAuthText();
  const pause = useMailPause() ?? 0;
  const { left, restart } = useCountdown(pause);
  const [waiting, setWaiting] = useState(justSent);
  const [outcome, setOutcome] = useState<{ sent: true } | { code: string }>();
  const sending = useRef(false);

  async function send() {
    if (sending.current) return;
    sending.current = true;
    try {
      await sendVerification(language);
      setOutcome({ sent: true });
      setWaiting(true);
      restart();
    } catch (error) {
      setOutcome({ code: error instanceof ApiError ? error.code : 'something_went_wrong' });
      const wait = error instanceof ApiError ? error.retryAfter : undefined;
      if (wait !== undefined) {
        setWaiting(true);
        restart(wait);
      }
    } finally {
      sending.current = false;
    }
  }

  return (
    <div className={styles.resend}>
      <p role="status" className={styles.outcome}>
        {outcome && 'sent' in outcome && (
          <Tagged
            text={t(($) => $.sign_in.body.verification_sent, { email })}
            tags={{ email: (inner) => <strong>{inner}</strong> }}
          />
        )}
        {outcome && 'code' in outcome && errorText(outcome.code)}
      </p>
      {waiting && left > 0 ? (
        <p className={styles.pause}>
          {t(($) => $.sign_in.body.resend_in, { time: minutesAndSeconds(left) })}
        </p>
      ) : (
        <Button onClick={() => void send()}>{t(($) => $.sign_in.btn.resend)}</Button>
      )}
    </div>
  );
}
