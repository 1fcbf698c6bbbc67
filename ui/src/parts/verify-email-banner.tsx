import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Tagged } from '../ui/tagged.tsx';
import styles from './account-check.module.css';
import { maskEmail } from './mask-email.ts';
import { isPutOff, keepHeight, putOff } from './reminder-place.ts';
import { ResendVerification } from './resend-verification.tsx';

interface VerifyEmailBannerProps {
  email: string;
  /** Called when it has its place on the page. */
  onShow: () => void;
}

/**
 * Reminds of an unverified address.
 *
 * It is on every screen, so it masks the address as the profile does.
 */
export function VerifyEmailBanner({ email, onShow }: VerifyEmailBannerProps) {
  const { t } = useTranslation();
  const [later, setLater] = useState(isPutOff);
  const banner = useRef<HTMLElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (!banner.current) return;
    keepHeight(banner.current.offsetHeight);
    onShow();
  });
  if (later) return null;
  const masked = maskEmail(email);
  function dismiss() {
    putOff();
    setLater(true);
  }

  return (
    <aside ref={banner} className={styles.banner} aria-labelledby={id} data-print="hide">
      <p id={id}>
        <Tagged
          text={t(($) => $.sign_in.body.verification_banner, { email: masked })}
          tags={{ email: (inner) => <strong>{inner}</strong> }}
        />
      </p>
      <ResendVerification email={masked} />
      <Button variant="plain" onClick={dismiss}>
        {t(($) => $.feed.pick_later)}
      </Button>
    </aside>
  );
}
