import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { usePage } from '../../hooks/use-page.ts';
import { useFreshUserData } from '../../hooks/use-user-data.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { maskEmail } from '../../parts/mask-email.ts';
import { SignOutButton } from '../../parts/sign-out-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { above } from '../../ui/layout.ts';
import { Achievements } from './achievements.tsx';
import { Followed } from './followed.tsx';
import { ProfileBanner } from './profile-banner.tsx';
import { ProfileLinks } from './profile-links.tsx';
import styles from './profile-screen.module.css';
import { Reminders } from './reminders.tsx';

/** The reader's profile: name, lists, follows. */
export function ProfileScreen() {
  const { t } = useTranslation();
  const heading = usePage(t(($) => $.reader.profile.title));
  const session = useSession();
  const user = useFreshUserData();
  if (session.status !== 'signed_in') return null;
  const { displayName, photoUrl, email } = session.reader;
  const masked = email === undefined ? undefined : maskEmail(email);

  return (
    <div className={styles.screen}>
      <div>
        <BackLink />
        <ProfileBanner />
        <div className={styles.person}>
          <div className={styles.portrait}>
            <Avatar size="portrait" name={displayName} photoUrl={photoUrl} />
          </div>
          <h1 ref={heading} tabIndex={-1} className={styles.name}>
            {displayName || masked || t(($) => $.reader.profile.guest)}
          </h1>
          {masked !== undefined && (
            <p className={styles.email}>
              <span aria-hidden="true">{masked}</span>
              <span className="visually-hidden">
                {t(($) => $.reader.profile.email, { email: masked })}
              </span>
            </p>
          )}
          {/* Above all that loads later and would move it under the pointer. */}
          <div className={above(4)}>
            <SignOutButton />
          </div>
        </div>
      </div>
      {user.isError && !user.data ? (
        <FailureNotice title={t(($) => $.reader.profile.failed)} onRetry={() => user.refetch()} />
      ) : (
        <>
          <ProfileLinks data={user.data} />
          {user.data && <Followed data={user.data} />}
          {user.data && <Reminders uid={user.data.uid} />}
        </>
      )}
      <Achievements />
    </div>
  );
}
