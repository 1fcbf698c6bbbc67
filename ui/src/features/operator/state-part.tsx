import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageDays } from '../../api/limits.gen.ts';
import { type Attention, type OperatorStatus, operatorQueries } from '../../api/operator.ts';
import { formatMomentWithOffset, formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Facts } from '../../ui/facts.tsx';
import { plain, stack } from '../../ui/layout.ts';
import { Checks } from './checks.tsx';
import { Command } from './command.tsx';
import { Found } from './found.tsx';
import styles from './operator.module.css';
import { PartContent } from './part-content.tsx';
import { formatSize } from './size.ts';
import { Sources } from './sources.tsx';
import { useNames } from './use-names.ts';

/** What needs the operator, then the facts of `paragraf status`. */
export function StatePart({ uid }: { uid: string }) {
  const query = useQuery(operatorQueries.status(uid));
  return (
    <PartContent query={query}>
      {(status) => (
        <div className={stack(7)}>
          <NeedsAttention attention={status.attention} />
          <Counts status={status} />
          <Sources sources={status.sources} />
          <Checks uid={uid} />
        </div>
      )}
    </PartContent>
  );
}

function NeedsAttention({ attention }: { attention: Attention[] }) {
  const { t } = useTranslation();
  const names = useNames();
  const language = useLanguage();
  return (
    <section className={stack(3)} aria-labelledby="attention">
      <h2 id="attention">{t(($) => $.operator.attention)}</h2>
      {attention.length === 0 ? (
        <p className={styles.well}>
          <CircleCheck aria-hidden="true" />
          {t(($) => $.operator.all_well)}
        </p>
      ) : (
        <ul className={plain}>
          {attention.map((state) => (
            <li key={`${state.kind} ${state.message}`} className={styles.row}>
              <h3>{names.attention(state)}</h3>
              <Found found={state} />
              {state.since && (
                <p className={styles.meta}>
                  {t(($) => $.operator.since, {
                    at: formatMomentWithOffset(state.since, language),
                  })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The servers on one database. */
function Servers({ of }: { of: OperatorStatus['servers'] }) {
  const { t } = useTranslation();
  return of.map(({ name, version, leads, lag_secs: lag = 0 }) => {
    const parts = [
      name,
      version,
      ...(leads ? [t(($) => $.operator.fact.leads)] : []),
      ...(lag > 0 ? [t(($) => $.operator.fact.behind, { seconds: lag })] : []),
    ];
    return <div key={name}>{parts.join(' · ')}</div>;
  });
}

function Counts({ status }: { status: OperatorStatus }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { counts, free_disk_bytes: free, resident_bytes: memory, latest_backup: backup } = status;
  const number = (value: number) => formatNumber(value, language);
  const of = (value: number, more: number, words: string) =>
    more > 0 ? `${number(value)} (${words}: ${number(more)})` : number(value);
  const facts: Array<[string, ReactNode]> = [
    [t(($) => $.operator.fact.version), status.version],
    [t(($) => $.operator.fact.started), formatMomentWithOffset(status.started_at, language)],
    [
      t(($) => $.operator.fact.articles),
      of(
        counts.published,
        counts.drafts,
        t(($) => $.operator.fact.drafts),
      ),
    ],
    [t(($) => $.operator.fact.acts), number(counts.acts)],
    [
      t(($) => $.operator.fact.subscribers),
      of(
        counts.subscribers,
        counts.unconfirmed_subscribers,
        t(($) => $.operator.fact.unconfirmed),
      ),
    ],
    [
      t(($) => $.operator.fact.accounts),
      of(
        counts.accounts,
        counts.guests,
        t(($) => $.operator.fact.guests),
      ),
    ],
    [t(($) => $.operator.fact.failed_sign_ins), number(counts.failed_sign_ins)],
    [
      t(($) => $.operator.fact.queued),
      of(
        counts.queued_mails,
        counts.deferred_mails,
        t(($) => $.operator.fact.deferred),
      ),
    ],
    [t(($) => $.operator.fact.sent), number(counts.sent_mails)],
    [
      t(($) => $.operator.fact.failed, { days: messageDays }),
      of(
        counts.failed_mails,
        counts.bounced_mails,
        t(($) => $.operator.fact.bounced),
      ),
    ],
    [t(($) => $.operator.fact.reports), number(counts.open_reports)],
    [t(($) => $.operator.fact.store), formatSize(status.store_bytes, language)],
    [
      t(($) => $.operator.fact.servers),
      status.servers.length > 0 && <Servers of={status.servers} />,
    ],
    [t(($) => $.operator.fact.disk), free !== undefined && formatSize(free, language)],
    [t(($) => $.operator.fact.memory), memory !== undefined && formatSize(memory, language)],
    [
      t(($) => $.operator.fact.backup),
      backup ? formatMomentWithOffset(backup, language) : t(($) => $.operator.fact.no_backup),
    ],
  ];
  return (
    <section className={stack(3)} aria-labelledby="facts">
      <h2 id="facts">{t(($) => $.operator.facts)}</h2>
      <Facts className={styles.facts} facts={facts} />
      <Command text="paragraf status" />
    </section>
  );
}
