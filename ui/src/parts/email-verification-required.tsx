import { useTranslation } from 'react-i18next';
import { signOut } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Tagged } from '../ui/tagged.tsx';
import styles from './account-check.module.css';
import { ResendVerification } from './resend-verification.tsx';

/** Page 47: this site wants a confirmed address before anything else. */
export function EmailVerificationRequired({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <Card page="emailVerificationRequired" title={t(($) => $.sign_in.title.verification_required)}>
      <p>
        <Tagged
          text={t(($) => $.sign_in.body.verification_required, { email })}
          tags={{ email: (inner) => <strong>{inner}</strong> }}
        />
      </p>
      <div className={styles.actions}>
        <ResendVerification email={email} justSent />
        <Button variant="plain" onClick={() => void signOut()}>
          {t(($) => $.sign_in.btn.sign_out)}
        </Button>
      </div>
    </Card>
  );
}
