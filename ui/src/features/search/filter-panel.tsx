import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { SearchAnswer } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { SearchFilters } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import { FilterOpener } from '../../ui/filter-opener.tsx';
import { above, plain, row } from '../../ui/layout.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './filter-panel.module.css';
import { countOf, type FilterName, filterNames, useFilterLabel, without } from './filter-values.ts';

/* Choices of a filter that show before the reader asks for more. */
const shownChoices = 5;

interface FilterPanelProps {
  filters: SearchFilters;
  facets: SearchAnswer['facets'];
}

/** The filters with the number of results of each choice; behind a button on a narrow screen. */
export function FilterPanel({ filters, facets }: FilterPanelProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const count = countOf(filters);
  return (
    <aside className={styles.aside} data-print="hide">
      <FilterOpener
        open={open}
        controls={id}
        count={count}
        name={t(($) => $.search.filters_on, { count })}
        className={styles.opener}
        onToggle={() => setOpen(!open)}
      >
        {t(($) => $.search.filters)}
      </FilterOpener>
      <section
        id={id}
        className={classes(styles.panel, open && styles.open)}
        aria-labelledby={`${id}-name`}
      >
        <h2 id={`${id}-name`} className="visually-hidden">
          {t(($) => $.search.filters)}
        </h2>
        <DutyAhead filters={filters} articles={facets.duty_ahead} />
        {filterNames.map((name) => (
          <Choices key={name} name={name} filters={filters} choices={facets[name]} />
        ))}
      </section>
    </aside>
  );
}

function DutyAhead({ filters, articles }: { filters: SearchFilters; articles: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const to = useAppPaths();
  const chosen = filters.duty_ahead === true;
  if (articles === 0 && !chosen) return null;
  const next = chosen ? without(filters, 'duty_ahead') : { ...filters, duty_ahead: true };
  return (
    <label className={classes(row(2), styles.check)}>
      <input
        type="checkbox"
        checked={chosen}
        onChange={() => navigate(to.search(next), { preventScrollReset: true })}
      />
      <span className={styles.name}>{t(($) => $.search.duty_ahead)}</span>{' '}
      <span className={styles.count}>{formatNumber(articles, language)}</span>
    </label>
  );
}

interface ChoicesProps {
  name: FilterName;
  filters: SearchFilters;
  choices: Array<{ value: string | number; articles: number }>;
}

function Choices({ name, filters, choices }: ChoicesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  const label = useFilterLabel();
  const [all, setAll] = useState(false);
  const id = useId();
  const chosen = filters[name];
  // One choice that changes nothing is no choice.
  if (choices.length < 2 && chosen === undefined) return null;
  const place = choices.findIndex(({ value }) => value === chosen);
  const shown = all ? choices : choices.slice(0, Math.max(shownChoices, place + 1));
  return (
    <div className={above(5)}>
      <h3 id={id} className={styles.heading}>
        {t(($) => $.search[`by_${name}`])}
      </h3>
      <ul className={plain} aria-labelledby={id}>
        {shown.map(({ value, articles }) => {
          const isChosen = value === chosen;
          const next = isChosen ? without(filters, name) : { ...filters, [name]: value };
          return (
            <li key={value}>
              <Link
                to={to.search(next)}
                className={classes(row(2), styles.choice)}
                preventScrollReset
                {...(isChosen && { 'aria-current': true })}
              >
                <span className={styles.name}>{label(name, value)}</span>{' '}
                <span className={styles.count}>{formatNumber(articles, language)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {choices.length > shownChoices && (
        <TextButton className={styles.more} onClick={() => setAll(!all)}>
          {all ? t(($) => $.search.fewer_choices) : t(($) => $.search.more_choices)}
          <span className="visually-hidden">: {t(($) => $.search[`by_${name}`])}</span>
        </TextButton>
      )}
    </div>
  );
}
