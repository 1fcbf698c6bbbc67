import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailPreferences } from '../api/mail-types.ts';
import { daysAfter, monthLater, twoWeeksLater } from '../api/plain-dates.ts';
import { formatDate, todayInBucharest } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { cluster } from '../ui/layout.ts';
import { TextField } from '../ui/text-field.tsx';
import styles from './mail-pause.module.css';

interface MailPauseProps {
  /** The day mails resume. */
  until: string | undefined;
  change: (part: Pick<MailPreferences, 'paused_until'>) => void;
}

/** Pauses mails: two preset lengths or a chosen day. */
export function MailPause({ until, change }: MailPauseProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [day, setDay] = useState('');
  const [isPast, setPast] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const today = todayInBucharest();
  const paused = until !== undefined && until > today;

  function pause(paused_until: string) {
    setPast(false);
    change({ paused_until });
  }

  /* A date is applied by a button: a date field changes with each digit. */
  function pauseUntilDay() {
    if (day > today) pause(day);
    else {
      setPast(true);
      field.current?.focus();
    }
  }

  function resume() {
    // The pressed button disappears, so the focus moves on.
    first.current?.focus();
    change({ paused_until: null });
  }

  return (
    <>
      <p role="status" className={paused ? styles.paused : styles.text}>
        {paused
          ? t(($) => $.mail.form.paused, { date: formatDate(until, language) })
          : t(($) => $.mail.form.pause_text)}
      </p>
      <div className={cluster(3)}>
        <Button ref={first} onClick={() => pause(twoWeeksLater(today))}>
          {t(($) => $.mail.form.pause_weeks)}
        </Button>
        <Button onClick={() => pause(monthLater(today))}>
          {t(($) => $.mail.form.pause_month)}
        </Button>
        {paused && (
          <Button variant="plain" onClick={resume}>
            {t(($) => $.mail.form.resume)}
          </Button>
        )}
      </div>
      <div className={styles.day}>
        <TextField
          type="date"
          label={t(($) => $.mail.form.pause_date)}
          min={daysAfter(today, 1)}
          value={day}
          inputRef={field}
          error={isPast ? t(($) => $.mail.form.pause_past) : undefined}
          onChange={(event) => {
            setDay(event.target.value);
            setPast(false);
          }}
        />
        <Button className={styles.set} onClick={pauseUntilDay}>
          {t(($) => $.mail.form.pause_set)}
        </Button>
      </div>
    </>
  );
}
