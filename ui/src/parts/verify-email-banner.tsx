import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tabStorage } from '../storage.ts';
import { Button } from '../ui/button.tsx';
import { Tagged } from '../ui/tagged.tsx';
import styles from './account-check.module.css';
import { maskEmail } from './mask-email.ts';
import { ResendVerification } from './resend-verification.tsx';

const laterKey = 'paragraf::verify-later';

/**
 * Reminds of an unverified address.
 *
 * It is on every screen, so it masks the address as the profile does.
 */
export function VerifyEmailBanner({ email }: { email: string }) {
  const { t } = useTranslation();
  const [later, setLater] = useState(() => tabStorage.get(laterKey) === '1');
  if (later) return null;
  const masked = maskEmail(email);
  /* Until the reader opens the product again. */
  function putOff() {
    tabStorage.set(laterKey, '1');
    setLater(true);
  }

  return (
    <aside className={styles.banner} data-print="hide">
      <p>
        <Tagged
          text={t(($) => $.sign_in.body.verification_banner, { email: masked })}
          tags={{ email: (inner) => <strong>{inner}</strong> }}
        />
      </p>
      <ResendVerification email={masked} />
      <Button variant="plain" onClick={putOff}>
        {t(($) => $.feed.pick_later)}
      </Button>
    </aside>
  );
}
