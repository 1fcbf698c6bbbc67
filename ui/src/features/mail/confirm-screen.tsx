import { CloudOff, WifiOff } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { networkFailure } from '../../api/api-error.ts';
import type { Subscription } from '../../api/mail-types.ts';
import { askedLanguage } from '../../i18n/language.ts';
import { useMailError } from '../../i18n/use-mail-text.ts';
import { MailSummary } from '../../parts/mail-summary.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './confirm-screen.module.css';
import { Actions, Aside, MailPage } from './mail-page.tsx';
import { Problem } from './problem.tsx';
import { RefusedLink } from './refused-link.tsx';
import { useConfirm } from './use-confirm.ts';

/** The page behind the confirmation link: opening it confirms. */
export function ConfirmScreen({ token }: { token: string }) {
  const { t } = useTranslation();
  const { now, task, confirm, undo, again } = useConfirm(token);

  switch (now.is) {
    case 'working':
      return (
        <MailPage
          key="working"
          title={t(($) => $.mail.confirm.working)}
          lead={t(($) => $.mail.confirm.moment)}
        >
          <div className={styles.place}>
            <Spinner label={t(($) => $.mail.confirm.working)} />
          </div>
        </MailPage>
      );
    case 'refused':
      return <RefusedLink key="refused" refusal={now.refusal} asks arrived />;
    case 'failed':
      return <Failed key="failed" task={task} onPress={confirm} />;
    case 'undone':
      return (
        <MailPage
          key="undone"
          title={t(($) => $.mail.confirm.undone)}
          lead={t(($) => $.mail.confirm.undone_text, { email: now.subscription.email })}
          arrived
        >
          <Actions>
            <Button aria-disabled={task.busy} onClick={() => void again(now.subscription)}>
              {t(($) => $.mail.confirm.again)}
            </Button>
          </Actions>
          <Problem state={task.state} />
        </MailPage>
      );
    default:
      return (
        <Confirmed
          key={now.is}
          before={now.is === 'already'}
          subscription={now.subscription}
          task={task}
          onUndo={() => void undo(now.subscription)}
        />
      );
  }
}

type Task = ReturnType<typeof useConfirm>['task'];

/** The button for what should have happened automatically. */
function Failed({ task, onPress }: { task: Task; onPress: () => Promise<void> }) {
  const { t } = useTranslation();
  const errorText = useMailError();
  // The message stays during a retry.
  const [code, setCode] = useState('');
  const failed = task.failed ?? code;
  if (failed !== code) setCode(failed);
  const offline = code === networkFailure;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the connection triggers it
  useLayoutEffect(() => {
    const retry = () => void onPress();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);

  return (
    <MailPage
      title={t(($) => $.mail.confirm.failed)}
      lead={<span role="status">{errorText(code)}</span>}
      icon={offline ? WifiOff : CloudOff}
      arrived
    >
      <Actions>
        <Button
          variant="primary"
          className={styles.large}
          aria-disabled={task.busy}
          onClick={() => void onPress()}
        >
          {task.busy ? t(($) => $.mail.confirm.working) : t(($) => $.mail.confirm.button)}
        </Button>
      </Actions>
    </MailPage>
  );
}

interface ConfirmedProps {
  before: boolean;
  subscription: Subscription;
  task: Task;
  onUndo: () => void;
}

function Confirmed({ before, subscription, task, onUndo }: ConfirmedProps) {
  const { t } = useTranslation();
  const lang = askedLanguage(useSearchParams()[0]) ?? null;
  const { email, has_account, preferences, topics, token: settings = '' } = subscription;
  return (
    <MailPage
      title={before ? t(($) => $.mail.confirm.already) : t(($) => $.mail.confirm.done)}
      lead={
        before
          ? t(($) => $.mail.confirm.already_text, { email })
          : t(($) => $.mail.confirm.done_text, { email })
      }
      done
      arrived
    >
      <section className={styles.next}>
        <h2>{t(($) => $.mail.confirm.next)}</h2>
        <MailSummary preferences={preferences} topics={has_account ? undefined : topics} />
      </section>
      <Actions>
        <Link to={paths.mail('preferences', settings, lang)} className={buttonClass('primary')}>
          {t(($) => $.mail.confirm.choose)}
        </Link>
      </Actions>
      <Aside text={t(($) => $.mail.confirm.undo_why)}>
        <Actions>
          <Button aria-disabled={task.busy} onClick={onUndo}>
            {t(($) => $.mail.confirm.undo)}
          </Button>
        </Actions>
        <Problem state={task.state} />
      </Aside>
    </MailPage>
  );
}
