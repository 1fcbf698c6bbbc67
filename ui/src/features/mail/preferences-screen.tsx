import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../api/api-error.ts';
import { subscriptionQuery } from '../../hooks/subscription.ts';
import { useMailError } from '../../i18n/use-mail-text.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LeftPage } from './left-page.tsx';
import { MailPage } from './mail-page.tsx';
import { OldLink } from './old-link.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import styles from './preferences-screen.module.css';
import { RefusedLink, refusalOf } from './refused-link.tsx';

/** Mail preferences of the holder of a mailed link. */
export function PreferencesScreen({ token }: { token: string }) {
  const { t } = useTranslation();
  const [moved, setMoved] = useState<'left' | 'returned' | 'deleted'>();
  const known = useQuery({ ...subscriptionQuery(token), enabled: moved !== 'deleted' });
  const errorText = useMailError();
  const refusal = refusalOf(known.error);
  const { data } = known;

  if (moved === 'deleted') {
    return (
      <MailPage
        key="deleted"
        title={t(($) => $.mail.remove.deleted)}
        lead={t(($) => $.mail.remove.deleted_text)}
        done
        arrived
      />
    );
  }
  if (data?.status === 'left') {
    return (
      <LeftPage
        key="left"
        token={token}
        email={data.email}
        hasAccount={data.has_account}
        mayChange={data.may_change}
        arrived={moved !== undefined}
        onReturned={() => setMoved('returned')}
      />
    );
  }
  if (data && !data.may_change) {
    return <OldLink key="old" token={token} email={data.email} onLeft={() => setMoved('left')} />;
  }
  if (data) {
    return (
      <PreferencesForm
        key="form"
        token={token}
        subscription={data}
        returned={moved === 'returned'}
        onLeft={() => setMoved('left')}
        onDeleted={() => setMoved('deleted')}
      />
    );
  }
  if (refusal) return <RefusedLink key="refused" refusal={refusal} asks />;
  return (
    <MailPage key="waiting" title={t(($) => $.mail.preferences.title)}>
      {known.isError ? (
        <FailureNotice
          title={t(($) => $.mail.link.failed)}
          text={errorText(codeOf(known.error))}
          onRetry={() => void known.refetch()}
        />
      ) : (
        <div className={styles.waiting}>
          <p role="status" className="visually-hidden">
            {t(($) => $.common.loading)}
          </p>
          <Skeleton />
          <Skeleton shape="short" />
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      )}
    </MailPage>
  );
}
