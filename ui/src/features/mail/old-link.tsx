import { Link2Off, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { linkDays } from '../../api/limits.gen.ts';
import { sendNewLink } from '../../api/mail.ts';
import { useTask } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, MailPage } from './mail-page.tsx';
import { Problem } from './problem.tsx';
import { useLeaving } from './use-leaving.ts';

interface OldLinkProps {
  token: string;
  /** Masked. */
  email: string;
  onLeft: () => void;
}

/** A link that is too old to change choices: why, a new one, and unsubscribing. */
export function OldLink({ token, email, onLeft }: OldLinkProps) {
  const { t } = useTranslation();
  const task = useTask();
  const leaving = useLeaving(token);
  const [isSent, setIsSent] = useState(false);

  const ask = () =>
    void task.start(async () => {
      await sendNewLink(token);
      setIsSent(true);
    });

  if (isSent) {
    return (
      <MailPage
        key="sent"
        title={t(($) => $.mail.link.sent)}
        lead={t(($) => $.mail.link.sent_text, { email })}
        icon={MailCheck}
        arrived
      />
    );
  }
  return (
    <MailPage
      key="old"
      title={t(($) => $.mail.link.old)}
      lead={t(($) => $.mail.link.old_text, { days: linkDays })}
      icon={Link2Off}
    >
      <Actions>
        <Button variant="primary" aria-disabled={task.busy} onClick={ask}>
          {t(($) => $.mail.link.send)}
        </Button>
        <Button aria-disabled={leaving.task.busy} onClick={() => leaving.leave(onLeft)}>
          {t(($) => $.mail.remove.leave)}
        </Button>
      </Actions>
      <Problem state={task.state} />
      <Problem state={leaving.task.state} />
    </MailPage>
  );
}
