import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { closeReport, operatorQueries, type ReportRow } from '../../api/operator.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useTask } from '../../hooks/use-task.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { plain, stack } from '../../ui/layout.ts';
import { Command, Commands } from './command.tsx';
import { Loaded } from './loaded.tsx';
import styles from './operator.module.css';
import { Pager } from './pager.tsx';

/** The open reports of readers, newest first. */
export function ReportsPart({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const [offset, setOffset] = useState(0);
  const query = useQuery(operatorQueries.reports(uid, offset));
  return (
    <div className={stack(5)}>
      <Command text="paragraf reports list" />
      <Loaded
        query={query}
        isEmpty={({ reports }) => offset === 0 && reports.length === 0}
        empty={t(($) => $.operator.no_reports)}
      >
        {({ reports, more }) => (
          <>
            <ul className={plain}>
              {reports.map((report) => (
                <Report key={report.id} report={report} uid={uid} />
              ))}
            </ul>
            <Pager offset={offset} shown={reports.length} more={more} onMove={setOffset} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Report({ report, uid }: { report: ReportRow; uid: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const client = useQueryClient();
  const task = useTask();
  const { id, at, slug, kind, message, email } = report;

  async function close() {
    await task.start(() => closeReport(id));
    await client.invalidateQueries({ queryKey: ['reader', uid, 'operator'] });
  }

  return (
    <li className={styles.row}>
      <h2>
        <Link to={to.article(slug)}>{slug}</Link>
      </h2>
      <p className={styles.meta}>
        {`${t(($) => $.operator.report[kind])} · ${formatMoment(at, language)}`}
        {email && ` · ${email}`}
      </p>
      <p className={styles.reason}>{message}</p>
      <div>
        <Button aria-disabled={task.busy} onClick={() => void close()}>
          {t(($) => $.operator.close)}
        </Button>
      </div>
      {task.state.phase === 'failed' && (
        <p className={styles.problem} role="alert">
          {t(($) => $.operator.not_done)}
        </p>
      )}
      <Commands commands={[`paragraf reports show ${id}`, `paragraf reports close ${id}`]} />
    </li>
  );
}
