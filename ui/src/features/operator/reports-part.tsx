import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { closeReport, operatorQueries, type ReportRow } from '../../api/operator.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatMomentWithOffset } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { stack } from '../../ui/layout.ts';
import { Command, Commands } from './command.tsx';
import styles from './operator.module.css';
import { PagedList } from './pager.tsx';
import { PartContent } from './part-content.tsx';
import { RowAction } from './row-action.tsx';

/** The open reports of readers, newest first. */
export function ReportsPart({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const [offset, setOffset] = useState(0);
  const query = useQuery(operatorQueries.reports(uid, offset));
  return (
    <div className={stack(5)}>
      <Command text="paragraf reports list" />
      <PartContent
        query={query}
        isEmpty={({ reports }) => offset === 0 && reports.length === 0}
        empty={t(($) => $.operator.no_reports)}
      >
        {({ reports, more }) => (
          <PagedList rows={reports} offset={offset} more={more} onMove={setOffset}>
            {(report) => <Report key={report.id} report={report} uid={uid} />}
          </PagedList>
        )}
      </PartContent>
    </div>
  );
}

function Report({ report, uid }: { report: ReportRow; uid: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const { id, at, slug, kind, message, email } = report;

  return (
    <li className={styles.row}>
      <h2>
        <Link to={to.article(slug)}>{slug}</Link>
      </h2>
      <p className={styles.meta}>
        {`${t(($) => $.operator.report[kind])} · ${formatMomentWithOffset(at, language)}`}
        {email && ` · ${email}`}
      </p>
      <p className={styles.reason}>{message}</p>
      <RowAction uid={uid} label={t(($) => $.operator.close)} onAct={() => closeReport(id)} />
      <Commands commands={[`paragraf reports show ${id}`, `paragraf reports close ${id}`]} />
    </li>
  );
}
