import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Diagnosis, operatorQueries } from '../../api/operator.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { plain, stack } from '../../ui/layout.ts';
import { Command } from './command.tsx';
import { Found } from './found.tsx';
import styles from './operator.module.css';
import { useNames } from './use-names.ts';

/** Examines everything that the server depends on, as `paragraf doctor` does. */
export function Checks({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const query = useQuery(operatorQueries.checks(uid));
  return (
    <section className={stack(3)} aria-labelledby="checks">
      <h2 id="checks">{t(($) => $.operator.checks)}</h2>
      <p>{t(($) => $.operator.checks_text)}</p>
      <div>
        <Button
          aria-disabled={query.isFetching}
          onClick={() => !query.isFetching && void query.refetch()}
        >
          {query.isFetching ? t(($) => $.operator.working) : t(($) => $.operator.examine)}
        </Button>
      </div>
      <Command text="paragraf doctor" />
      {query.isError && (
        <FailureNotice title={t(($) => $.operator.failed)} onRetry={() => query.refetch()} />
      )}
      {query.data && <Results checks={query.data} />}
    </section>
  );
}

/* What failed comes first. */
const order: Array<Diagnosis['outcome']> = ['failed', 'warning', 'not_checked', 'ok'];

function Results({ checks }: { checks: Diagnosis[] }) {
  const { t } = useTranslation();
  const names = useNames();
  const sorted = order.flatMap((outcome) => checks.filter((check) => check.outcome === outcome));
  const wrong = checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warning');
  return (
    <>
      <p role="status">
        {wrong.length === 0
          ? t(($) => $.operator.none_wrong)
          : t(($) => $.operator.wrong, { count: wrong.length })}
      </p>
      <ul className={plain}>
        {sorted.map((found) => (
          <li key={`${found.check} ${found.message}`} className={styles.row}>
            <h3>{names.check(found.check)}</h3>
            <p className={styles.state} data-state={found.outcome}>
              {t(($) => $.operator.outcome[found.outcome])}
            </p>
            <Found found={found} />
          </li>
        ))}
      </ul>
    </>
  );
}
