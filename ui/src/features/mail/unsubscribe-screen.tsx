import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { subscriptionQuery } from '../../hooks/subscription.ts';
import { askedLanguage } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import styles from './confirm-screen.module.css';
import { LeftPage, type Less } from './left-page.tsx';
import { Actions, MailPage } from './mail-page.tsx';
import { Problem } from './problem.tsx';
import { RefusedLink, refusalOf } from './refused-link.tsx';
import { useLeaving } from './use-leaving.ts';

/**
 * One press unsubscribes. Opening the page changes nothing, because mail programs open links by
 * themselves.
 *
 * The button does not wait for the address's data: a recipient who never subscribed can unsubscribe
 * too.
 */
export function UnsubscribeScreen({ token }: { token: string }) {
  const known = useQuery(subscriptionQuery(token));
  const [left, setLeft] = useState<{ chooses: boolean }>();
  const [returned, setReturned] = useState<{ less: Less | undefined }>();
  const refusal = refusalOf(known.error);
  const isUnknown = refusal === 'subscription_not_found';

  if (refusal && !isUnknown) return <RefusedLink refusal={refusal} />;
  if (returned) return <Returned token={token} email={known.data?.email} less={returned.less} />;
  if (known.data?.status === 'left') {
    return (
      <LeftPage
        token={token}
        email={known.data.email}
        chooses={left?.chooses ?? true}
        hasAccount={known.data.has_account}
        mayChange={known.data.may_change}
        arrived={left !== undefined}
        onReturned={(less) => setReturned({ less })}
      />
    );
  }
  return (
    <Ask token={token} email={known.data?.email} onLeft={() => setLeft({ chooses: !isUnknown })} />
  );
}

interface AskProps {
  token: string;
  email: string | undefined;
  onLeft: () => void;
}

function Ask({ token, email, onLeft }: AskProps) {
  const { t } = useTranslation();
  const { task, leave } = useLeaving(token);

  return (
    <MailPage
      title={t(($) => $.mail.unsubscribe.title)}
      lead={
        email ? t(($) => $.mail.unsubscribe.text_to, { email }) : t(($) => $.mail.unsubscribe.text)
      }
    >
      <Actions>
        <Button
          variant="primary"
          className={styles.large}
          aria-disabled={task.busy}
          onClick={() => leave(onLeft)}
        >
          {t(($) => $.mail.unsubscribe.button)}
        </Button>
      </Actions>
      <Problem state={task.state} />
    </MailPage>
  );
}

interface ReturnedProps {
  token: string;
  email: string | undefined;
  less: Less | undefined;
}

function Returned({ token, email = '', less }: ReturnedProps) {
  const { t } = useTranslation();
  const lang = askedLanguage(useSearchParams()[0]) ?? null;
  return (
    <MailPage
      title={less ? t(($) => $.mail.left[`${less}_done`]) : t(($) => $.mail.left.rejoined)}
      lead={less ? t(($) => $.mail.left.less_done, { email }) : t(($) => $.mail.left.rejoined_text)}
      done
      arrived
    >
      <Actions>
        <Link to={paths.mail('preferences', token, lang)} className={buttonClass('quiet')}>
          {t(($) => $.mail.left.settings)}
        </Link>
      </Actions>
    </MailPage>
  );
}
