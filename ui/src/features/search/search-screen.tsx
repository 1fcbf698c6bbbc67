import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { searchQuery } from '../../api/search.ts';
import type { SearchAnswer } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { useConcerns } from '../../hooks/use-concerns.ts';
import { usePage } from '../../hooks/use-page.ts';
import { formatNumber, todayInBucharest } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { OfflineNotice } from '../../parts/offline-notice.tsx';
import { readSearch, type SearchFilters } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, plain, stack } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ChosenFilters } from './chosen-filters.tsx';
import { DutyHits } from './duty-hits.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { countOf } from './filter-values.ts';
import { FollowSearch } from './follow-search.tsx';
import { NothingFound } from './nothing-found.tsx';
import { SearchCombobox } from './search-combobox.tsx';
import { SearchHit } from './search-hit.tsx';
import styles from './search-screen.module.css';
import { Understood } from './understood.tsx';

/** Search: a field with suggestions, filters with their counts, and what was found. */
export function SearchScreen() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const filters = readSearch(params);
  const { q } = filters;
  const title = t(($) => $.search.title);
  const heading = usePage(q ? t(($) => $.search.searched, { q }) : title);
  return (
    <div className={classes(stack(5), styles.screen)}>
      <PageHeading headingRef={heading} lead={!q && t(($) => $.search.lead)}>
        {title}
      </PageHeading>
      <SearchCombobox filters={filters} />
      <Found filters={filters} />
    </div>
  );
}

function Found({ filters: asked }: { filters: SearchFilters }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = useInfiniteQuery(searchQuery(asked, language));
  const [first] = query.data?.pages ?? [];

  if (!first) {
    if (query.fetchStatus === 'paused') return <OfflineNotice />;
    if (!query.isError) return <CardSkeletons />;
    return (
      <FailureNotice
        title={t(($) => $.search.failed)}
        text={t(($) => $.search.failed_text)}
        onRetry={() => query.refetch()}
      />
    );
  }
  const hits = query.data?.pages.flatMap((page) => page.hits) ?? [];
  // An address may have any spelling of a tag; the choices have that of the articles.
  const domain = !query.isPlaceholderData && asked.domain !== undefined && first.domain;
  const filters = domain ? { ...asked, domain } : asked;
  const isEmpty = first.total === 0 && first.duties.length === 0;
  return (
    <div className={styles.found} aria-busy={query.isPlaceholderData}>
      {(!isEmpty || countOf(filters) > 0) && (
        <FilterPanel filters={filters} facets={first.facets} />
      )}
      <section className={styles.results} aria-labelledby="search-results">
        <h2 id="search-results" className="visually-hidden">
          {t(($) => $.search.results)}
        </h2>
        <Understood
          understood={first.understood}
          isEmpty={isEmpty && first.without_filters === 0}
        />
        <DutyHits duties={first.duties} />
        <div className={styles.summary}>
          <p role="status" className={isEmpty ? styles.nothing : undefined}>
            <Summary q={filters.q} answer={first} />
          </p>
          <ChosenFilters filters={filters} provision={first.provision} />
          <FollowSearch answer={first} />
        </div>
        <Preparing index={first.index} />
        {first.total > 0 && <Hits hits={hits} filters={filters} />}
        {(isEmpty || (first.total === 0 && first.without_filters > 0)) && (
          <NothingFound filters={filters} answer={first} />
        )}
        {query.hasNextPage && (
          <Button
            className={above(5)}
            disabled={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            {t(($) => $.search.more)}
          </Button>
        )}
      </section>
    </div>
  );
}

/* How much was found, or that nothing was. */
function Summary({ q, answer }: { q: string | undefined; answer: SearchAnswer }) {
  const { t } = useTranslation();
  const { duties, total, without_filters: unfiltered } = answer;
  const changes = t(($) => $.search.found, { count: total });
  if (duties.length > 0) {
    return `${t(($) => $.search.found_duties, { count: duties.length })} · ${changes}`;
  }
  if (total > 0) return changes;
  return unfiltered > 0 || !q ? t(($) => $.search.none_filtered) : t(($) => $.search.none, { q });
}

/* Shown until every article is in the index. */
function Preparing({ index }: Pick<SearchAnswer, 'index'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { indexed, articles } = index;
  if (indexed >= articles) return null;
  return (
    <p className={styles.preparing} role="status">
      {t(($) => $.search.preparing, {
        indexed: formatNumber(indexed, language),
        articles: formatNumber(articles, language),
      })}
    </p>
  );
}

interface HitsProps {
  hits: SearchAnswer['hits'];
  filters: SearchFilters;
}

function Hits({ hits, filters }: HitsProps) {
  const today = todayInBucharest();
  const { report, profiles, ...concerns } = useConcerns();
  const isAwaited = concerns.isAwaited && report === undefined;
  const place = useAppPaths().search(filters);
  const from = useMemo(() => ({ search: place }), [place]);
  return (
    <ul className={classes(stack(4), plain)}>
      {hits.map((hit) => (
        <li key={hit.article.slug}>
          <SearchHit
            hit={hit}
            today={today}
            from={from}
            report={report}
            profiles={profiles}
            isAwaited={isAwaited}
          />
        </li>
      ))}
    </ul>
  );
}
