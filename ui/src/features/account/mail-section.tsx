import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { accountMailQuery, changeAccountMail } from '../../api/mail.ts';
import type { AccountMail } from '../../api/mail-types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useSaved } from '../../hooks/use-saved.ts';
import { useTask } from '../../hooks/use-task.ts';
import { MailForm, useFloors } from '../../parts/mail-form.tsx';
import { MailRow } from '../../parts/mail-row.tsx';
import { SaveStatus } from '../../parts/save-status.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { MailMatrix } from './mail-matrix.tsx';
import styles from './mail-section.module.css';
import sectionStyles from './section.module.css';
import { LoadFailure, Section } from './section.tsx';

/** What the account receives by mail and in the app. */
export function MailSection({ uid, email }: { uid: string; email: string | undefined }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery(accountMailQuery(uid));
  const to = data?.email ?? email;
  return (
    <Section
      title={t(($) => $.mail.account.title)}
      text={
        to === undefined
          ? t(($) => $.mail.account.no_address)
          : t(($) => $.mail.account.text, { email: to })
      }
    >
      {data && <Form uid={uid} stored={data} />}
      {!data && isError && (
        <LoadFailure text={t(($) => $.mail.account.failed)} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <div className={styles.waiting} />}
    </Section>
  );
}

function Form({ uid, stored }: { uid: string; stored: AccountMail }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const to = useAppPaths();
  const floors = useFloors();
  const { in_app_from, preferences } = stored;
  const saved = useSaved(
    { urgent_from: null, paused_until: null, ...preferences, in_app_from },
    async ({ in_app_from: from, ...rest }) => {
      const change = { preferences: rest, ...(from !== undefined && { in_app_from: from }) };
      const { queryKey } = accountMailQuery(uid);
      queryClient.setQueryData(queryKey, await changeAccountMail(uid, change));
    },
  );
  return (
    <>
      {stored.email !== undefined && !stored.verified && (
        <p className={sectionStyles.notice}>{t(($) => $.mail.account.unverified)}</p>
      )}
      <Stopped uid={uid} stored={stored} />
      <MailMatrix choice={saved.shown} />
      <div>
        <MailForm heading="h3" preferences={saved.shown} change={saved.change}>
          <MailRow heading="h3" title={t(($) => $.mail.form.in_app)}>
            <SelectField
              label={t(($) => $.mail.form.in_app)}
              hideLabel
              hint={t(($) => $.mail.form.in_app_hint)}
              value={saved.shown.in_app_from}
              onChoose={(from) => saved.change({ in_app_from: from })}
              options={floors}
            />
            <p className={styles.followed}>
              {t(($) => $.mail.account.followed)}{' '}
              <Link to={to.screen('profile')}>{t(($) => $.mail.account.followed_link)}</Link>
            </p>
          </MailRow>
        </MailForm>
        <SaveStatus state={saved.state} onRetry={saved.retry} />
      </div>
    </>
  );
}

/* Unsubscribing by the link of a mail leaves the choices as they were: without this, they would promise mails. */
function Stopped({ uid, stored: { email, stopped } }: { uid: string; stored: AccountMail }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const task = useTask();
  if (!stopped) return null;
  const resume = () =>
    void task.start(async () => {
      const { queryKey } = accountMailQuery(uid);
      queryClient.setQueryData(queryKey, await changeAccountMail(uid, { resume: true }));
    });
  return (
    <div className={sectionStyles.notice}>
      <p>{t(($) => $.mail.account[`stopped_${stopped}`], { email })}</p>
      {stopped === 'unsubscribed' && (
        <Button aria-disabled={task.busy} onClick={resume}>
          {t(($) => $.mail.account.resume)}
        </Button>
      )}
      <p role="status">{task.state.phase === 'failed' && t(($) => $.mail.account.resume_failed)}</p>
    </div>
  );
}
