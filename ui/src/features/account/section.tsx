import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccountError } from '../../hooks/use-account-error.ts';
import type { TaskState } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** A section of the account page. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}

interface LoadFailureProps {
  text: string;
  onRetry: () => void;
}

/** In place of a list that could not be loaded. */
export function LoadFailure({ text, onRetry }: LoadFailureProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.failed}>
      <p role="alert">{text}</p>
      <Button onClick={onRetry}>{t(($) => $.common.retry)}</Button>
    </div>
  );
}

interface OutcomeProps {
  state: TaskState;
  done: string;
  /** Codes that a field already shows. */
  shownByField?: readonly string[];
}

/** The result of saving; the live region is always present, so that changes are announced. */
export function Outcome({ state, done, shownByField = [] }: OutcomeProps) {
  const errorText = useAccountError();
  const failed = state.phase === 'failed' && !shownByField.includes(state.code);
  return (
    <div role="status" className={styles.status}>
      {(failed || state.phase === 'done') && (
        <p className={classes(styles.outcome, failed ? styles.bad : styles.good)}>
          {failed ? <CircleAlert aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
          {failed ? errorText(state.code) : done}
        </p>
      )}
    </div>
  );
}
