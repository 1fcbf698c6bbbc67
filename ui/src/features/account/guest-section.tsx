import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import styles from './section.module.css';
import { Section } from './section.tsx';

/** Explains to a guest what an account is for. */
export function GuestSection() {
  const { t } = useTranslation();
  const to = useAppPaths();
  return (
    <Section title={t(($) => $.account.guest)} text={t(($) => $.account.guest_text)}>
      <div className={styles.actions}>
        <Link to={to.screen('auth')} className={buttonClass('primary')}>
          {t(($) => $.account.guest_button)}
        </Link>
      </div>
    </Section>
  );
}
