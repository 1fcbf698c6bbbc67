import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cluster } from '../../ui/layout.ts';
import { Section } from './section.tsx';

/** Explains to a guest what an account is for. */
export function GuestSection() {
  const { t } = useTranslation();
  const to = useAppPaths();
  return (
    <Section title={t(($) => $.account.guest)} text={t(($) => $.account.guest_text)}>
      <div className={cluster(3)}>
        <Link to={to.screen('auth')} className={buttonClass('primary')}>
          {t(($) => $.account.guest_button)}
        </Link>
      </div>
    </Section>
  );
}
