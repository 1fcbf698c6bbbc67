import { CircleAlert } from 'lucide-react';
import type { TaskState } from '../../hooks/use-task.ts';
import { useMailError } from '../../i18n/use-mail-text.ts';
import styles from './problem.module.css';

/** The error of the last action; the live region is always present, so that it is announced. */
export function Problem({ state }: { state: TaskState }) {
  const errorText = useMailError();
  return (
    <p role="status" className={styles.problem}>
      {state.phase === 'failed' && (
        <>
          <CircleAlert aria-hidden="true" />
          {errorText(state.code)}
        </>
      )}
    </p>
  );
}
