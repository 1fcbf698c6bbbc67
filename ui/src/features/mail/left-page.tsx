import { useTranslation } from 'react-i18next';
import type { SubscriptionChange } from '../../api/mail-types.ts';
import { monthLater } from '../../api/plain-dates.ts';
import { todayInBucharest } from '../../i18n/format.ts';
import { SubscribeForm } from '../../parts/subscribe-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Actions, Aside, MailPage } from './mail-page.tsx';
import { Problem } from './problem.tsx';
import { useLeaving } from './use-leaving.ts';

/** Alternatives to unsubscribing from everything. */
export type Less = 'weekly' | 'pause' | 'urgent';

const quiet = { deadlines: false, reminders: false, news: false, digest_when_empty: false };

function changeFor(less: Less): SubscriptionChange {
  if (less === 'pause') return { paused_until: monthLater(todayInBucharest()) };
  if (less === 'weekly') return { ...quiet, digest: 'weekly', urgent_from: null };
  return { ...quiet, digest: 'never', urgent_from: 5 };
}

interface LeftPageProps {
  token: string;
  /** Masked. */
  email: string;
  /**
   * Whether there are preferences to choose: not for an address that was only on an operator's
   * list.
   */
  chooses?: boolean;
  /** The address has an account, where notifications and the calendar stay. */
  hasAccount?: boolean;
  /** Whether the link may undo; an old one only unsubscribes. */
  mayChange?: boolean;
  arrived?: boolean;
  /** The alternative chosen instead, if any. */
  onReturned: (less?: Less) => void;
}

/** Unsubscribed from everything: undo, or receive less than before. */
export function LeftPage(props: LeftPageProps) {
  const { token, email, chooses = true, mayChange = true, arrived = false, onReturned } = props;
  const { hasAccount = false } = props;
  const { t } = useTranslation();
  const { task, rejoin, rejoinWith } = useLeaving(token);

  const lead = t(($) => $.mail.left[hasAccount ? 'text_account' : 'text'], { email });

  if (!mayChange) {
    return (
      <MailPage title={t(($) => $.mail.left.title)} lead={lead} done arrived={arrived}>
        <Aside text={t(($) => $.mail.left.old_link)}>
          <SubscribeForm />
        </Aside>
      </MailPage>
    );
  }

  function take(less?: Less) {
    if (less) rejoinWith(changeFor(less), () => onReturned(less));
    else rejoin(() => onReturned());
  }

  return (
    <MailPage title={t(($) => $.mail.left.title)} lead={lead} done arrived={arrived}>
      <Actions>
        <Button aria-disabled={task.busy} onClick={() => take()}>
          {t(($) => $.mail.left.rejoin)}
        </Button>
      </Actions>
      <Problem state={task.state} />
      {chooses && (
        <Aside title={t(($) => $.mail.left.less)} text={t(($) => $.mail.left.less_text)}>
          <Actions>
            {(['weekly', 'urgent', 'pause'] as const).map((less) => (
              <Button key={less} aria-disabled={task.busy} onClick={() => take(less)}>
                {t(($) => $.mail.left[less])}
              </Button>
            ))}
          </Actions>
        </Aside>
      )}
    </MailPage>
  );
}
