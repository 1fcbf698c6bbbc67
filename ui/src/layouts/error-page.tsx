import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { track } from '../api/analytics.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { usePage } from '../hooks/use-page.ts';
import { SearchField } from '../parts/search-field.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import styles from './error-page.module.css';

/** The router's error page, also for unknown addresses. */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  const to = useAppPaths();
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  const title = notFound ? t(($) => $.common.error.not_found) : t(($) => $.common.error.title);
  const heading = usePage(title);
  useEffect(() => {
    if (notFound) track({ name: 'page_view', screen: 'not_found' });
  }, [notFound]);

  return (
    <main className={styles.page}>
      <Link to={to.home()} className={styles.mark}>
        <Mark name={t(($) => $.common.product)} />
      </Link>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <p className={styles.text}>
        {notFound ? t(($) => $.common.error.not_found_text) : t(($) => $.common.error.text)}
      </p>
      {notFound && <SearchField />}
      <div className={styles.actions}>
        <Link to={to.home()} className={buttonClass('primary')}>
          {t(($) => $.common.back_home)}
        </Link>
        {!notFound && (
          <Button onClick={() => window.location.reload()}>
            {t(($) => $.common.error.reload)}
          </Button>
        )}
      </div>
    </main>
  );
}
