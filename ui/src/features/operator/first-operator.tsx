import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { becomeOperator } from '../../api/operator.ts';
import { useAccountError } from '../../hooks/use-account-error.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { useTask } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { stack } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Command } from './command.tsx';
import styles from './operator.module.css';

/** Makes the signed-in account the first operator, with the code of the link. */
export function FirstOperator({ uid, code }: { uid: string; code: string }) {
  const { t } = useTranslation();
  const title = t(($) => $.operator.first.title);
  const heading = usePage(title);
  const errorText = useAccountError();
  const task = useTask();
  const navigate = useNavigate();
  const to = useAppPaths();

  async function accept() {
    const done = await task.start(() => becomeOperator(code));
    // The code must not stay in the history.
    if (done) navigate(to.operator(), { replace: true });
  }

  const failed = task.failed;
  // No link makes a second operator.
  const taken = failed === 'operator_exists';
  return (
    <div className={classes(stack(5), styles.screen)}>
      <PageHeading headingRef={heading} lead={t(($) => $.operator.first.lead)}>
        {title}
      </PageHeading>
      {failed && (
        <div className={stack(3)}>
          <p className={styles.problem} role="alert">
            {errorText(failed)}
          </p>
          <p>{taken ? t(($) => $.operator.first.taken) : t(($) => $.operator.first.again)}</p>
          <Command
            text={
              taken ? `paragraf accounts role ${uid} operator` : 'paragraf accounts first-operator'
            }
          />
        </div>
      )}
      {!taken && (
        <div>
          <Button variant="primary" aria-disabled={task.busy} onClick={() => void accept()}>
            {task.busy ? t(($) => $.operator.working) : t(($) => $.operator.first.accept)}
          </Button>
        </div>
      )}
    </div>
  );
}
