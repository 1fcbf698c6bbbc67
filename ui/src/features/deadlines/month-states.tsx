import { CircleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { OfflineNotice } from '../../parts/offline-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { above } from '../../ui/layout.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './month-states.module.css';
import type { useMonth } from './use-month.ts';

type State = ReturnType<typeof useMonth>;

function stateOf({ queries, concerns }: State) {
  const isOffline =
    queries.some(({ fetchStatus }) => fetchStatus === 'paused') || concerns?.offline;
  const isFailed = queries.some(({ isError }) => isError) || concerns?.failed;
  return { isOffline: Boolean(isOffline), isFailed: Boolean(isFailed) };
}

/** Whether the month is on its way. */
export function isLoading(state: State): boolean {
  const { isOffline, isFailed } = stateOf(state);
  return !(state.month || isOffline || isFailed);
}

function useRetry({ queries, concerns }: State) {
  return () => {
    concerns?.retry();
    void Promise.all(queries.map(({ refetch }) => refetch()));
  };
}

/** Above what is known: that there is no connection, or that it could not be checked. */
export function MonthNotes(state: State) {
  const { t } = useTranslation();
  const language = useLanguage();
  const retry = useRetry(state);
  const { isOffline, isFailed } = stateOf(state);
  if (!state.month || !(isOffline || isFailed)) return null;
  const report = state.concerns?.report;
  const at = Math.max(...state.queries.map(({ dataUpdatedAt }) => dataUpdatedAt));
  if (isOffline) {
    const moment = at > 0 ? formatMoment(new Date(at).toISOString(), language) : undefined;
    return (
      <IconNote icon={WifiOff} tone="offline" screenOnly>
        <p>
          {moment ? t(($) => $.deadlines.offline, { moment }) : t(($) => $.deadlines.offline_now)}
        </p>
      </IconNote>
    );
  }
  return (
    <FailedNote retry={retry} screenOnly>
      {report && <p>{t(($) => $.deadlines.known, { date: formatDate(report.today, language) })}</p>}
    </FailedNote>
  );
}

interface FailedNoteProps {
  retry: () => void;
  children?: ReactNode;
  screenOnly?: boolean;
}

function FailedNote({ retry, children, screenOnly }: FailedNoteProps) {
  const { t } = useTranslation();
  return (
    <IconNote icon={CircleAlert} tone="failed" screenOnly={screenOnly}>
      <p>
        <b>{t(($) => $.deadlines.failed)}.</b> {t(($) => $.deadlines.failed_text)}
      </p>
      {children}
      <Button onClick={retry}>{t(($) => $.common.retry)}</Button>
    </IconNote>
  );
}

/** In place of a month that has not loaded. */
export function MonthMissing(state: State) {
  const retry = useRetry(state);
  const { isOffline, isFailed } = stateOf(state);
  if (isOffline) return <OfflineNotice />;
  return isFailed ? <FailedNote retry={retry} /> : <DaySkeletons />;
}

const rows = ['first', 'second', 'third', 'fourth'];

/** Bars at the places of the first days. */
function DaySkeletons() {
  const { t } = useTranslation();
  return (
    <div className={above(3)}>
      <p className="visually-hidden" role="status">
        {t(($) => $.common.loading)}
      </p>
      {rows.map((row) => (
        <div key={row} className={styles.skeleton}>
          <div>
            <Skeleton shape="title" />
            <Skeleton shape="short" />
          </div>
          <div>
            <Skeleton shape="badge" />
            <Skeleton shape="short" />
          </div>
        </div>
      ))}
    </div>
  );
}
