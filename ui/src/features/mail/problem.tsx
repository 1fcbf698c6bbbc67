import { CircleAlert } from 'lucide-react';
import type { TaskState } from '../../hooks/use-task.ts';
import { useMailError } from '../../i18n/use-mail-text.ts';
import styles from './problem.module.css';

/** What went wrong with what was pressed; the place is always there, so that it is heard. */
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
