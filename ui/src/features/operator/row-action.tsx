import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { operatorQueries } from '../../api/operator.ts';
import { useTask } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import styles from './operator.module.css';

interface RowActionProps {
  uid: string;
  label: string;
  /** Without it, only a failure is shown. */
  isOffered?: boolean;
  onAct: () => Promise<unknown>;
  /** What a refusal means, by its code. */
  refusals?: Readonly<Record<string, string>>;
}

/** The button of a row, after which all parts are read again. */
export function RowAction({ uid, label, isOffered = true, onAct, refusals = {} }: RowActionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const task = useTask();

  async function act() {
    await task.start(onAct);
    await client.invalidateQueries({ queryKey: operatorQueries.all(uid) });
  }

  return (
    <>
      {isOffered && (
        <div>
          <Button aria-disabled={task.busy} onClick={() => void act()}>
            {label}
          </Button>
        </div>
      )}
      {task.failed && (
        <p className={styles.problem} role="alert">
          {refusals[task.failed] ?? t(($) => $.operator.not_done)}
        </p>
      )}
    </>
  );
}
