import { useTranslation } from 'react-i18next';
import type { HomeTab } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Filters } from './use-home-filters.ts';

interface NothingFoundProps {
  home: Filters;
  tab: HomeTab;
}

/** An empty list: why, and what would show something. */
export function NothingFound({ home, tab }: NothingFoundProps) {
  const { t } = useTranslation();
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
        {t(($) => $.feed.mine_nothing_text)}
      </Notice>
    );
  }
  return <Notice title={t(($) => $.home.server_issue)}>{t(($) => $.home.empty_bare)}</Notice>;
}
