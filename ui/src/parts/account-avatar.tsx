import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../api/session.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import styles from './account-avatar.module.css';

/** The reader's picture; leads to the profile. */
export function AccountAvatar() {
  const { t } = useTranslation();
  const session = useSession();
  const to = useAppPaths();
  const reader = session.status === 'signed_in' ? session.reader : undefined;
  return (
    <Link to={to.screen('profile')} className={styles.link}>
      <Avatar size="large" name={reader?.displayName} photoUrl={reader?.photoUrl} />
      <span className="visually-hidden">{t(($) => $.reader.back_to_profile)}</span>
    </Link>
  );
}
