import { useTranslation } from 'react-i18next';
import { Tagged } from '../ui/tagged.tsx';
import styles from './account-check.module.css';
import { ResendVerification } from './resend-verification.tsx';

/** Reminds of an address that is not confirmed yet; nothing is withheld for it. */
export function VerifyEmailBanner({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <aside className={styles.banner} data-print="hide">
      <p>
        <Tagged
          text={t(($) => $.sign_in.body.verification_banner, { email })}
          tags={{ email: (inner) => <strong>{inner}</strong> }}
        />
      </p>
      <ResendVerification email={email} />
    </aside>
  );
}
