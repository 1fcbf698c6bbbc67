import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
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
    <nav aria-label={t(($) => $.feed.tabs)}>
      <ul className="home-tabs">
        {homeTabs.map((name) => (
          <li key={name}>
            <Link
              to={to.home({ ...filters, tab: name })}
              className="home-tab"
              preventScrollReset
              {...(name === tab && { 'aria-current': 'page' })}
            >
              {t(($) => $.feed[name])}{' '}
              {counts !== undefined && counts[name] > 0 && (
                <span className="home-tab-count">{formatNumber(counts[name], language)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
