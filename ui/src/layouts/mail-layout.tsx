import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration } from 'react-router';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useSelectLanguage } from '../hooks/use-select-language.ts';
import { LanguageSwitcher } from '../parts/language-switcher.tsx';
import { SkipLink } from '../parts/skip-link.tsx';
import { Mark } from '../ui/mark.tsx';
import styles from './mail-layout.module.css';
import { RouteAnnouncer } from './route-announcer.tsx';
import { SiteFooter } from './site-footer.tsx';

/** The frame of mail pages: name and language switcher. */
export function MailLayout() {
  const { t } = useTranslation();
  const to = useAppPaths();
  const selectLanguage = useSelectLanguage();
  return (
    <div className={styles.frame}>
      <SkipLink />
      <header className={styles.bar} data-print="hide">
        <Link to={to.home()} className={styles.mark} aria-label={t(($) => $.common.product)}>
          <Mark name={t(($) => $.common.product)} />
        </Link>
        <LanguageSwitcher side="bottom" align="end" onChoose={selectLanguage} />
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
      <RouteAnnouncer />
      <ScrollRestoration />
    </div>
  );
}
