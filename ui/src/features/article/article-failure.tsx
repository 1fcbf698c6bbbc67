import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { measure } from '../../ui/layout.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './article-failure.module.css';

interface ArticleFailureProps {
  reason: 'not_found' | 'failed' | 'offline';
  onRetry: () => void;
}

/** Why the article cannot be shown, and what to do next. */
export function ArticleFailure({ reason, onRetry }: ArticleFailureProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const notFound = reason === 'not_found';
  const title = notFound ? t(($) => $.article.not_found) : t(($) => $.article.title);
  const heading = usePage(title);
  const home = (
    <Link to={to.home()} className={buttonClass(notFound ? 'primary' : 'quiet')}>
      {t(($) => $.common.back_home)}
    </Link>
  );

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {notFound ? (
        <>
          <p className={classes(measure, styles.text)}>{t(($) => $.article.not_found_text)}</p>
          {home}
        </>
      ) : (
        <Notice
          urgent={reason === 'failed'}
          title={
            reason === 'failed' ? t(($) => $.article.server_issue) : t(($) => $.home.offline_title)
          }
          actions={
            <>
              <Button variant="primary" onClick={onRetry}>
                {t(($) => $.common.retry)}
              </Button>
              {home}
            </>
          }
        >
          {reason === 'offline' && t(($) => $.article.offline_text)}
        </Notice>
      )}
    </>
  );
}
