import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AccountFilters, type AccountRow, operatorQueries } from '../../api/operator.ts';
import { formatMomentWithOffset } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import { stack } from '../../ui/layout.ts';
import { Command, Commands } from './command.tsx';
import styles from './operator.module.css';
import { PagedList } from './pager.tsx';
import { PartContent } from './part-content.tsx';
import { SearchForm } from './search-form.tsx';

const roles = ['reader', 'editor', 'operator'] as const;

/** The accounts, newest first, with the commands that change their roles. */
export function AccountsPart({ uid }: { uid: string }) {
  const { t } = useTranslation();
  const [filters, setFilters] = useState<AccountFilters>({ offset: 0 });
  const query = useQuery(operatorQueries.accounts(uid, filters));
  const { q, role } = filters;
  return (
    <div className={stack(5)}>
      <SearchForm
        label={t(($) => $.operator.account)}
        onSearch={(text) =>
          setFilters({ ...(role && { role }), ...(text && { q: text }), offset: 0 })
        }
      >
        <FilterField
          label={t(($) => $.operator.role_of)}
          all={t(($) => $.operator.all_roles)}
          value={role ?? ''}
          options={roles.map((value) => ({ value, label: t(($) => $.operator.role[value]) }))}
          onChoose={(chosen) =>
            setFilters({ ...(q && { q }), ...(chosen && { role: chosen }), offset: 0 })
          }
        />
      </SearchForm>
      <Command text="paragraf accounts list" />
      <PartContent query={query}>
        {({ accounts, more }) => (
          <PagedList
            rows={accounts}
            offset={filters.offset}
            more={more}
            onMove={(offset) => setFilters({ ...filters, offset })}
          >
            {(account) => <Account key={account.uid} account={account} />}
          </PagedList>
        )}
      </PartContent>
    </div>
  );
}

function Account({ account }: { account: AccountRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { uid, email, phone, display_name: name, created_at: created } = account;
  const role = roles.find((known) => known === account.role) ?? 'reader';
  const last = account.last_login_at;
  const facts = [
    t(($) => $.operator.role[role]),
    name,
    account.disabled && t(($) => $.operator.disabled),
    account.is_guest && t(($) => $.operator.guest),
    email && !account.email_verified && t(($) => $.operator.unverified),
    t(($) => $.operator.created, { at: formatMomentWithOffset(created, language) }),
    last && t(($) => $.operator.last_sign_in, { at: formatMomentWithOffset(last, language) }),
  ];
  return (
    <li className={styles.row}>
      <h2>{email ?? phone ?? uid}</h2>
      <p className={styles.meta}>{facts.filter(Boolean).join(' · ')}</p>
      <Commands
        commands={[
          `paragraf accounts show ${uid}`,
          ...roles
            .filter((other) => other !== role)
            .map((other) => `paragraf accounts role ${uid} ${other}`),
          `paragraf accounts revoke ${uid}`,
          account.disabled ? `paragraf accounts enable ${uid}` : `paragraf accounts disable ${uid}`,
        ]}
      />
    </li>
  );
}
