import { LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { AccountUnreachable } from '../../parts/account-unreachable.tsx';
import { CardSkeletons } from '../../parts/card-skeletons.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { measure, stack } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { NotificationList } from './notification-list.tsx';
import { NotificationsGreeting } from './notifications-greeting.tsx';

/** The notifications; for a visitor, how to get some. */
export function NotificationsScreen() {
  const { t } = useTranslation();
  const session = useSession();
  const language = useLanguage();
  const to = useAppPaths();
  const title = t(($) => $.pages.notifications.title);
  const heading = usePage(title);

  return (
    <div className={classes(stack(6), measure)}>
      <PageHeading headingRef={heading} lead={<NotificationsGreeting session={session} />}>
        {title}
      </PageHeading>
      {session.status === 'loading' && <CardSkeletons />}
      {session.status === 'signed_in' && (
        <NotificationList key={`${session.reader.uid} ${language}`} uid={session.reader.uid} />
      )}
      {session.status === 'unreachable' && <AccountUnreachable />}
      {session.status === 'signed_out' && (
        <EmptyState
          icon={LogIn}
          title={t(($) => $.reader.notifications.sign_in_title)}
          action={
            <Link to={to.screen('auth')} className={buttonClass('primary')}>
              {t(($) => $.pages.notifications.sign_in)}
            </Link>
          }
        >
          {t(($) => $.pages.auth.description)}
        </EmptyState>
      )}
    </div>
  );
}
