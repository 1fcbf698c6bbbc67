import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { queries } from '../../api/queries.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { type DeadlineFilters, deadlineViews, homeTabs } from '../../paths.ts';
import { FilterField } from '../../ui/filter-field.tsx';
import styles from './deadline-bar.module.css';

/** The choices of reader, view and filters; each has an address. */
export function DeadlineBar({ filters }: { filters: DeadlineFilters }) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const { tab = 'all', view = 'agenda' } = filters;
  return (
    <div className={styles.bar} data-print="hide">
      <nav aria-label={t(($) => $.deadlines.tabs)}>
        <ul className="home-tabs">
          {homeTabs.toReversed().map((name) => (
            <li key={name}>
              <Link
                to={to.deadlines({ ...filters, tab: name })}
                className="home-tab"
                preventScrollReset
                {...(name === tab && { 'aria-current': 'page' })}
              >
                {t(($) => $.deadlines[name])}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Filters filters={filters} />
      <nav aria-label={t(($) => $.deadlines.views)} className={styles.views}>
        {deadlineViews.map((name) => (
          <Link
            key={name}
            to={to.deadlines({ ...filters, view: name })}
            className={styles.view}
            preventScrollReset
            {...(name === view && { 'aria-current': 'page' })}
          >
            {t(($) => $.deadlines[name])}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function Filters({ filters }: { filters: DeadlineFilters }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const navigate = useNavigate();
  const { data: topics = [] } = useQuery(queries.topics());
  const names: Record<string, string> = t(($) => $.roles.name, { returnObjects: true });
  function choose(changes: Partial<Record<keyof DeadlineFilters, string | undefined>>) {
    const next = { ...filters, ...changes } as DeadlineFilters;
    void navigate(to.deadlines(next), { replace: true, preventScrollReset: true });
  }
  return (
    <div className={styles.filters}>
      <FilterField
        label={t(($) => $.deadlines.role)}
        all={t(($) => $.deadlines.everybody)}
        value={filters.role ?? ''}
        options={Object.entries(names).map(([value, label]) => ({ value, label }))}
        onChoose={(role) => choose({ role, tax: undefined })}
      />
      {filters.role === 'company' && (
        <FilterField
          label={t(($) => $.deadlines.tax)}
          all={t(($) => $.deadlines.every_tax)}
          value={filters.tax ?? ''}
          options={[
            { value: 'micro', label: t(($) => $.deadlines.tax_micro) },
            { value: 'profit', label: t(($) => $.deadlines.tax_profit) },
          ]}
          onChoose={(tax) => choose({ tax })}
        />
      )}
      <FilterField
        label={t(($) => $.deadlines.topic)}
        all={t(($) => $.deadlines.every_topic)}
        value={filters.topic ?? ''}
        options={topics.map(({ id, name }) => ({ value: id, label: name[language] }))}
        onChoose={(topic) => choose({ topic })}
      />
    </div>
  );
}
