import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Attention, type OperatorStatus, operatorQueries } from '../../api/operator.ts';
import { formatMoment, formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { plain, stack } from '../../ui/layout.ts';
import { Checks } from './checks.tsx';
import { Command } from './command.tsx';
import { Facts } from './facts.tsx';
import { Found } from './found.tsx';
import { Loaded } from './loaded.tsx';
import styles from './operator.module.css';
import { formatSize } from './size.ts';
import { Sources } from './sources.tsx';
import { useNames } from './use-names.ts';

/** What needs the operator, then the facts of `paragraf status`. */
export function StatePart({ uid }: { uid: string }) {
  const query = useQuery(operatorQueries.status(uid));
  return (
    <Loaded query={query}>
      {(status) => (
        <div className={stack(7)}>
          <NeedsAttention attention={status.attention} />
          <Counts status={status} />
          <Sources sources={status.sources} />
          <Checks uid={uid} />
        </div>
      )}
    </Loaded>
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
                  {t(($) => $.operator.since, { at: formatMoment(state.since, language) })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Counts({ status }: { status: OperatorStatus }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { counts, free_disk_bytes: free, resident_bytes: memory, latest_backup: backup } = status;
  const number = (value: number) => formatNumber(value, language);
  const of = (value: number, more: number, words: string) =>
    more > 0 ? `${number(value)} (${words}: ${number(more)})` : number(value);
  const facts = [
    { name: t(($) => $.operator.fact.version), value: status.version },
    {
      name: t(($) => $.operator.fact.started),
      value: formatMoment(status.started_at, language),
    },
    {
      name: t(($) => $.operator.fact.articles),
      value: of(
        counts.published,
        counts.drafts,
        t(($) => $.operator.fact.drafts),
      ),
    },
    { name: t(($) => $.operator.fact.acts), value: number(counts.acts) },
    {
      name: t(($) => $.operator.fact.subscribers),
      value: of(
        counts.subscribers,
        counts.unconfirmed_subscribers,
        t(($) => $.operator.fact.unconfirmed),
      ),
    },
    {
      name: t(($) => $.operator.fact.accounts),
      value: of(
        counts.accounts,
        counts.guests,
        t(($) => $.operator.fact.guests),
      ),
    },
    { name: t(($) => $.operator.fact.failed_sign_ins), value: number(counts.failed_sign_ins) },
    {
      name: t(($) => $.operator.fact.queued),
      value: of(
        counts.queued_mails,
        counts.deferred_mails,
        t(($) => $.operator.fact.deferred),
      ),
    },
    { name: t(($) => $.operator.fact.sent), value: number(counts.sent_mails) },
    {
      name: t(($) => $.operator.fact.failed),
      value: of(
        counts.failed_mails,
        counts.bounced_mails,
        t(($) => $.operator.fact.bounced),
      ),
    },
    { name: t(($) => $.operator.fact.reports), value: number(counts.open_reports) },
    { name: t(($) => $.operator.fact.store), value: formatSize(status.store_bytes, language) },
    ...(free === undefined
      ? []
      : [{ name: t(($) => $.operator.fact.disk), value: formatSize(free, language) }]),
    ...(memory === undefined
      ? []
      : [{ name: t(($) => $.operator.fact.memory), value: formatSize(memory, language) }]),
    {
      name: t(($) => $.operator.fact.backup),
      value: backup ? formatMoment(backup, language) : t(($) => $.operator.fact.no_backup),
    },
  ];
  return (
    <section className={stack(3)} aria-labelledby="facts">
      <h2 id="facts">{t(($) => $.operator.facts)}</h2>
      <Facts facts={facts} />
      <Command text="paragraf status" />
    </section>
  );
}
