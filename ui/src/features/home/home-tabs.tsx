import { useTranslation } from 'react-i18next';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { LinkTabs } from '../../parts/link-tabs.tsx';
import { type HomeFilters, type HomeTab, homeTabs } from '../../paths.ts';

interface HomeTabsProps {
  tab: HomeTab;
  filters: HomeFilters;
  /** How many articles each tab has; `undefined` while unknown. */
  counts: Record<HomeTab, number> | undefined;
}

/** What concerns the reader, or everything: each has an address. */
export function HomeTabs({ tab, filters, counts }: HomeTabsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const to = useAppPaths();
  return (
    <LinkTabs
      label={t(($) => $.feed.tabs)}
      tabs={homeTabs.map((name) => ({
        key: name,
        to: to.home({ ...filters, tab: name }),
        isCurrent: name === tab,
        name: (
          <>
            {t(($) => $.feed[name])}{' '}
            {counts !== undefined && counts[name] > 0 && (
              <span className="tab-count">{formatNumber(counts[name], language)}</span>
            )}
          </>
        ),
      }))}
    />
  );
}
