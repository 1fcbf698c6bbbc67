import { useTranslation } from 'react-i18next';
import { Tagged } from '../ui/tagged.tsx';
import styles from './account-check.module.css';
import { maskEmail } from './mask-email.ts';
import { ResendVerification } from './resend-verification.tsx';

/**
 * Reminds of an unverified address.
 *
 * It is on every screen, so it masks the address as the profile does.
 */
export function VerifyEmailBanner({ email }: { email: string }) {
  const { t } = useTranslation();
  const masked = maskEmail(email);
  return (
    <aside className={styles.banner} data-print="hide">
      <p>
        <Tagged
          text={t(($) => $.sign_in.body.verification_banner, { email: masked })}
          tags={{ email: (inner) => <strong>{inner}</strong> }}
        />
      </p>
      <ResendVerification email={masked} />
    </aside>
  );
}
