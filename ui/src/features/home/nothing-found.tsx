import { useTranslation } from 'react-i18next';
import type { ArticleSummary, Topic } from '../../api/types.ts';
import type { HomeTab } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptySearch } from './empty-search.tsx';
import type { Filters } from './use-home-filters.ts';

interface NothingFoundProps {
  home: Filters;
  tab: HomeTab;
  topics: Topic[];
  inTab: ArticleSummary[] | undefined;
  /** All articles that match the search. */
  articles: ArticleSummary[];
}

/** An empty list: why, and what would show something. */
export function NothingFound({ home, tab, topics, inTab = [], articles }: NothingFoundProps) {
  const { t } = useTranslation();
  if (home.filters.q !== undefined) {
    return (
      <EmptySearch
        q={home.filters.q}
        home={home}
        tab={tab}
        topics={topics}
        withoutFilters={inTab.length}
        inAll={articles.length}
      />
    );
  }
  if (home.narrowed > 0) {
    return (
      <Notice
        title={t(($) => $.feed.filtered_nothing)}
        actions={
          <Button variant="primary" onClick={home.clear}>
            {t(($) => $.home.clear_filters)}
          </Button>
        }
      >
        {t(($) => $.home.empty_next)} {t(($) => $.home.server_issue)}
      </Notice>
    );
  }
  if (tab === 'mine') {
    return (
      <Notice
        title={t(($) => $.feed.mine_nothing)}
        actions={
          <Button onClick={() => home.change({ tab: 'all' })}>{t(($) => $.feed.all)}</Button>
        }
      >
        {t(($) => $.home.empty_bare)}
      </Notice>
    );
  }
  return <Notice title={t(($) => $.home.server_issue)}>{t(($) => $.home.empty_bare)}</Notice>;
}
