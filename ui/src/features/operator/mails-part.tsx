import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeliveryState,
  type OutboxFilters,
  type OutboxMessage,
  operatorQueries,
  retryMessage,
} from '../../api/operator.ts';
import { formatMomentWithOffset } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import { stack } from '../../ui/layout.ts';
import { Command, Commands, word } from './command.tsx';
import styles from './operator.module.css';
import { PagedList } from './pager.tsx';
import { PartContent } from './part-content.tsx';
import { RowAction } from './row-action.tsx';
import { SearchForm } from './search-form.tsx';

const states = [
  'queued',
  'claimed',
  'deferred',
  'sent',
  'failed',
  'bounced',
  'suppressed',
  'unknown',
] as const satisfies DeliveryState[];

/** The outbox, newest first, with the reason of each failure. */
export function MailsPart({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const [filters, setFilters] = useState<OutboxFilters>({ offset: 0 });
  const query = useQuery(operatorQueries.outbox(uid, filters));
  const { state, to, offset } = filters;
  function choose(value: string | undefined) {
    const chosen = states.find((it) => it === value);
    setFilters({ ...(to && { to }), ...(chosen && { state: chosen }), offset: 0 });
  }
  const command = [
    'paragraf mail outbox --all',
    state && `--state ${state}`,
    to && `--to ${word(to)}`,
  ];
  return (
    <div className={stack(5)}>
      <SearchForm
        label={t(($) => $.operator.mail_to)}
        onSearch={(text) =>
          setFilters({ ...(state && { state }), ...(text && { to: text }), offset: 0 })
        }
      >
        <FilterField
          label={t(($) => $.operator.state)}
          all={t(($) => $.operator.all_states)}
          value={state ?? ''}
          options={states.map((value) => ({
            value,
            label: t(($) => $.operator.delivery[value]),
          }))}
          onChoose={choose}
        />
      </SearchForm>
      <Command text={command.filter(Boolean).join(' ')} />
      <PartContent query={query}>
        {({ messages, more }) => (
          <PagedList
            rows={messages}
            offset={offset}
            more={more}
            onMove={(next) => setFilters({ ...filters, offset: next })}
          >
            {(message) => <Message key={message.id} message={message} uid={uid} />}
          </PagedList>
        )}
      </PartContent>
    </div>
  );
}

function Message({ message, uid }: { message: OutboxMessage; uid: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, kind, to, state, created_at: created, at, reason, waits, skipped } = message;
  const again = state === 'failed' || state === 'unknown';

  return (
    <li className={styles.row}>
      <h2>{to}</h2>
      <p className={styles.meta}>
        <span className={styles.state} data-state={state}>
          {t(($) => $.operator.delivery[state])}
        </span>
        {` ${t(($) => $.operator.mail_kind[kind])} · ${formatMomentWithOffset(created, language)}`}
        {at && state === 'deferred' && (
          <span>{` · ${t(($) => $.operator.next_at, { at: formatMomentWithOffset(at, language) })}`}</span>
        )}
      </p>
      {waits && <p className={styles.reason}>{t(($) => $.operator.waits[waits])}</p>}
      {skipped && <p className={styles.reason}>{t(($) => $.operator.skipped[skipped])}</p>}
      {reason && (
        <p lang="en" className={styles.reason}>
          {reason}
        </p>
      )}
      <RowAction
        uid={uid}
        label={t(($) => $.operator.retry)}
        isOffered={state === 'failed'}
        onAct={() => retryMessage(id)}
        refusals={{ not_retriable: t(($) => $.operator.not_retriable) }}
      />
      {again && (
        <Commands
          commands={[`paragraf mail retry ${id}${state === 'unknown' ? ' --unknown' : ''}`]}
        />
      )}
    </li>
  );
}
