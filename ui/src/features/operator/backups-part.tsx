import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BackupRow, operatorQueries } from '../../api/operator.ts';
import { formatMomentWithOffset, formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { plain, stack } from '../../ui/layout.ts';
import { Command, Commands, word } from './command.tsx';
import styles from './operator.module.css';
import { PartContent } from './part-content.tsx';
import { formatSize } from './size.ts';

const outcomes = ['proved', 'failed', 'untried'] as const;

/** The backups with the results of their trial restores, newest first. */
export function BackupsPart({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const query = useQuery(operatorQueries.backups(uid));
  return (
    <div className={stack(5)}>
      <Command text="paragraf backup create" />
      <PartContent
        query={query}
        isEmpty={(backups) => backups.length === 0}
        empty={t(($) => $.operator.no_backups)}
      >
        {(backups) => (
          <ul className={plain}>
            {backups.map((backup) => (
              <Backup key={backup.name} backup={backup} />
            ))}
          </ul>
        )}
      </PartContent>
    </div>
  );
}

function Backup({ backup }: { backup: BackupRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, size_bytes: size, created_at: created, uploaded_at: uploaded, proof } = backup;
  const outcome = outcomes.find((known) => known === proof?.outcome);
  return (
    <li className={styles.row}>
      <h2>{formatMomentWithOffset(created, language)}</h2>
      <p className={styles.meta}>
        <span translate="no">{name}</span>
        {` · ${formatSize(size, language)}`}
        {uploaded &&
          ` · ${t(($) => $.operator.uploaded, { at: formatMomentWithOffset(uploaded, language) })}`}
      </p>
      {proof && outcome ? (
        <p className={styles.meta}>
          <span className={styles.state} data-state={outcome}>
            {t(($) => $.operator.proof[outcome])}
          </span>
          {` · ${t(($) => $.operator.compared, {
            rows: formatNumber(proof.rows, language),
            articles: formatNumber(proof.articles, language),
            seconds: formatNumber(Math.ceil(proof.millis / 1000), language),
          })}`}
        </p>
      ) : (
        <p className={styles.meta}>{t(($) => $.operator.no_proof)}</p>
      )}
      {proof?.problem && (
        <p lang="en" className={styles.reason}>
          {proof.problem}
        </p>
      )}
      <Commands
        commands={[
          `paragraf backup verify ${word(name)}`,
          `paragraf backup restore ${word(name)}`,
          `paragraf backup remove ${word(name)}`,
        ]}
      />
    </li>
  );
}
