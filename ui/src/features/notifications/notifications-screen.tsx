import { BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import styles from './notifications-screen.module.css';

/** What waits for the reader; for a visitor there is nothing yet, and the way to change that. */
export function NotificationsScreen() {
  const { t } = useTranslation();
  const session = useSession();
  const to = useAppPaths();
  const heading = usePage(t(($) => $.pages.notifications.title));
  const named = session.status === 'signed_in';
  return (
    <div className={styles.screen}>
      <PageHeading
        headingRef={heading}
        lead={
          named
            ? t(($) => $.pages.notifications.greeting_named, { name: session.reader.displayName })
            : t(($) => $.pages.notifications.greeting)
        }
      >
        {t(($) => $.pages.notifications.title)}
      </PageHeading>
      <div className={styles.none}>
        <BellOff aria-hidden="true" />
        <p className={styles.text}>{t(($) => $.pages.notifications.none)}</p>
        {!named && (
          <Link to={to.screen('auth')} className={buttonClass('primary')}>
            {t(($) => $.pages.notifications.sign_in)}
          </Link>
        )}
      </div>
    </div>
  );
}
