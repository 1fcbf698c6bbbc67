import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NameFilters, operatorQueries, type SubscriberRow } from '../../api/operator.ts';
import { formatMomentWithOffset } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { stack } from '../../ui/layout.ts';
import { Command, Commands, word } from './command.tsx';
import styles from './operator.module.css';
import { PagedList } from './pager.tsx';
import { PartContent } from './part-content.tsx';
import { SearchForm } from './search-form.tsx';

/** The subscribers, newest first, found by a part of the address. */
export function SubscribersPart({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const [filters, setFilters] = useState<NameFilters>({ offset: 0 });
  const query = useQuery(operatorQueries.subscribers(uid, filters));
  return (
    <div className={stack(5)}>
      <SearchForm
        label={t(($) => $.operator.address)}
        onSearch={(text) => setFilters({ ...(text && { q: text }), offset: 0 })}
      />
      <Command text="paragraf subscribers list" />
      <PartContent query={query}>
        {({ subscribers, more }) => (
          <PagedList
            rows={subscribers}
            offset={filters.offset}
            more={more}
            onMove={(offset) => setFilters({ ...filters, offset })}
          >
            {(subscriber) => <Subscriber key={subscriber.email} subscriber={subscriber} />}
          </PagedList>
        )}
      </PartContent>
    </div>
  );
}

function Subscriber({ subscriber }: { subscriber: SubscriberRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { email, created_at: created, confirmed_at: confirmed, left_at: left } = subscriber;
  const state = left ? 'left' : confirmed ? 'confirmed' : 'unconfirmed';
  return (
    <li className={styles.row}>
      <h2>{email}</h2>
      <p className={styles.meta}>
        {`${t(($) => $.operator.subscription[state])} · ${formatMomentWithOffset(created, language)}`}
      </p>
      <Commands
        commands={[
          `paragraf mail outbox --all --to ${word(email)}`,
          `paragraf people show ${word(email)}`,
          `paragraf subscribers remove ${word(email)}`,
          `paragraf people erase ${word(email)}`,
        ]}
      />
    </li>
  );
}
