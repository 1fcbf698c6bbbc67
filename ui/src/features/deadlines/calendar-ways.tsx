import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, cluster } from '../../ui/layout.ts';
import { showToast } from '../../ui/toast.ts';
import styles from './private-calendar.module.css';

interface CalendarWaysProps {
  /** The address of the calendar. */
  url: string;
  label: string;
}

/** Opens a calendar where the reader has others, or copies its address. */
export function CalendarWays({ url, label }: CalendarWaysProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const webcal = url.replace(/^https?:/, 'webcal:');
  const google = `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcal })}`;
  const outlook = `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url, name: 'Paragraf' })}`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      showToast(t(($) => $.deadlines.copied));
    } catch {
      field.current?.focus();
      field.current?.select();
    }
  }

  return (
    <>
      <ul className={styles.ways}>
        <li>
          <a href={webcal}>{t(($) => $.deadlines.open_calendar)}</a>
        </li>
        <li>
          <a href={google} target="_blank" rel="noopener noreferrer">
            {t(($) => $.dates.calendar_google)}
          </a>
        </li>
        <li>
          <a href={outlook} target="_blank" rel="noopener noreferrer">
            {t(($) => $.dates.calendar_outlook)}
          </a>
        </li>
        <li>
          <a href={url} download>
            {t(($) => $.dates.calendar_file)}
          </a>
        </li>
      </ul>
      <label className={styles.address}>
        {label}
        <input ref={field} readOnly value={url} onFocus={(event) => event.target.select()} />
      </label>
      <div className={classes(cluster(3), above(4))}>
        <Button onClick={copy}>{t(($) => $.deadlines.copy)}</Button>
      </div>
    </>
  );
}
