import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useSelectLanguage } from '../hooks/use-select-language.ts';
import { LanguageSwitcher } from '../parts/language-switcher.tsx';
import { Mark } from '../ui/mark.tsx';
import { NavDrawer } from './nav-drawer.tsx';

/** The bar of narrow screens: the tab that opens the navigation, logo and language. */
export function TopBar() {
  const { t } = useTranslation();
  const to = useAppPaths();
  const selectLanguage = useSelectLanguage();
  return (
    <header className="bar" data-print="hide">
      <NavDrawer />
      <Link to={to.home()} className="bar-mark" aria-label={t(($) => $.common.product)}>
        <Mark name={t(($) => $.common.product)} />
      </Link>
      <LanguageSwitcher side="bottom" align="end" onChoose={selectLanguage} />
    </header>
  );
}
