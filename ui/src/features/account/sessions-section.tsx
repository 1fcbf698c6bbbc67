import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AccountSession,
  accountQueries,
  endOtherSessions,
  endSession,
} from '../../api/account.ts';
import { useTask } from '../../hooks/use-task.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { iconRow } from '../../ui/icon-row.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './history.module.css';
import { LoadFailure, Outcome, Section } from './section.tsx';

/** The account's sessions; each can be ended here. */
export function SessionsSection({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery(accountQueries.sessions(uid));
  const task = useTask();
  const [all, setAll] = useState(false);
  const sessions = query.data ?? [];
  const others = sessions.filter(({ current }) => !current).length;

  async function end(work: () => Promise<unknown>, everywhere: boolean) {
    setAll(everywhere);
    await task.start(work);
    await client.invalidateQueries({ queryKey: accountQueries.sessions(uid).queryKey });
  }

  return (
    <Section title={t(($) => $.account.sessions)}>
      {query.isPending && <Skeleton />}
      {query.isError && !query.data && (
        <LoadFailure text={t(($) => $.account.sessions_failed)} onRetry={() => query.refetch()} />
      )}
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={task.busy}
            onEnd={() => end(() => endSession(session.id), false)}
          />
        ))}
      </ul>
      {others > 0 && (
        <div>
          <Button aria-disabled={task.busy} onClick={() => end(endOtherSessions, true)}>
            {t(($) => $.account.sessions_end)}
          </Button>
        </div>
      )}
      <Outcome
        state={task.state}
        done={all ? t(($) => $.account.sessions_ended) : t(($) => $.account.session_ended)}
      />
    </Section>
  );
}

interface SessionRowProps {
  session: AccountSession;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const device = session.device || t(($) => $.account.session_unknown);
  return (
    <li className={iconRow.row}>
      <Monitor aria-hidden="true" />
      <p className={iconRow.what}>
        <span className={iconRow.name}>{device}</span>
        <span className={iconRow.detail}>
          {t(($) => $.account.session_used, {
            date: formatMoment(session.last_used_at, language),
          })}
        </span>
      </p>
      {session.current ? (
        <span className={styles.current}>{t(($) => $.account.session_current)}</span>
      ) : (
        <Button
          variant="plain"
          aria-label={t(($) => $.account.session_end_label, { device })}
          aria-disabled={busy}
          onClick={onEnd}
        >
          {t(($) => $.account.session_end)}
        </Button>
      )}
    </li>
  );
}
