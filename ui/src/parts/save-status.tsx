import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TaskState } from '../hooks/use-task.ts';
import { useMailError } from '../i18n/use-mail-text.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import styles from './save-status.module.css';

interface SaveStatusProps {
  state: TaskState;
  onRetry: () => void;
}

/** The state of saving, fixed to the lower edge of a long form. */
export function SaveStatus({ state, onRetry }: SaveStatusProps) {
  const { t } = useTranslation();
  const errorText = useMailError();
  const { phase } = state;
  return (
    <div className={classes(styles.status, styles[phase])}>
      <p role="status" className={styles.text}>
        {phase === 'done' && <CircleCheck aria-hidden="true" />}
        {phase === 'failed' && <CircleAlert aria-hidden="true" />}
        {phase === 'failed'
          ? t(($) => $.mail.save.failed, { why: errorText(state.code) })
          : t(($) => $.mail.save[phase])}
      </p>
      {phase === 'failed' && <Button onClick={onRetry}>{t(($) => $.common.retry)}</Button>}
    </div>
  );
}
