import { consent } from '../consent.ts';
import { useConsent } from '../hooks/use-consent.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import styles from './consent-banner.module.css';

/** Asks once whether visits may be counted; gone as soon as there is an answer. */
export function ConsentBanner() {
  const { t, language } = useTexts();
  if (useConsent() !== undefined) return null;
  return (
    <section className={styles.banner} aria-label={t(($) => $.consent.label)} data-print="hide">
      <p className={styles.text}>
        {t(($) => $.consent.text)}{' '}
        <a href={paths.privacy(language)}>{t(($) => $.consent.privacy)}</a>
      </p>
      <div className={styles.buttons}>
        <Button onClick={() => consent.choose('rejected')}>{t(($) => $.consent.reject)}</Button>
        <Button onClick={() => consent.choose('accepted')}>{t(($) => $.consent.accept)}</Button>
      </div>
    </section>
  );
}
