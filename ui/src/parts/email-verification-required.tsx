import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signOut } from '../api/session.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { usePage } from '../hooks/use-page.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Tagged } from '../ui/tagged.tsx';
import styles from './account-check.module.css';
import { ResendVerification } from './resend-verification.tsx';

/** The site requires a verified address. */
export function EmailVerificationRequired({ email }: { email: string | undefined }) {
  const { t } = useTranslation();
  const title = t(($) => $.sign_in.title.verification_required);
  const heading = usePage(title);
  const navigate = useNavigate();
  const to = useAppPaths();

  function leave() {
    navigate(to.screen('auth'));
    void signOut();
  }

  return (
    <Card page="emailVerificationRequired" heading="h1" title={title} titleRef={heading}>
      <p>
        {email === undefined ? (
          t(($) => $.account.email_missing)
        ) : (
          <Tagged
            text={t(($) => $.sign_in.body.verification_required, { email })}
            tags={{ email: (inner) => <strong>{inner}</strong> }}
          />
        )}
      </p>
      <div className={styles.actions}>
        {email === undefined ? (
          <Button variant="primary" onClick={() => navigate(to.screen('account'))}>
            {t(($) => $.account.title)}
          </Button>
        ) : (
          <ResendVerification email={email} justSent />
        )}
        <Button variant="plain" onClick={leave}>
          {t(($) => $.sign_in.btn.sign_out)}
        </Button>
      </div>
    </Card>
  );
}
