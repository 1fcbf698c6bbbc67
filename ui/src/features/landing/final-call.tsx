import { useTexts } from '../../i18n/use-texts.ts';
import { InstallButton } from '../../parts/install-button.tsx';
import { SubscribeForm } from '../../parts/subscribe-form.tsx';
import { EarlyAccessButton } from './early-access-button.tsx';
import styles from './final-call.module.css';

interface FinalCallProps {
  isOpen: boolean;
  onSignUp: () => void;
}

export function FinalCall({ isOpen, onSignUp }: FinalCallProps) {
  const { t } = useTexts();
  return (
    <section className={styles.call} aria-labelledby="call-title">
      <div>
        <h2 id="call-title" className={styles.title}>
          {t(($) => $.landing.call.title)}
        </h2>
        <p className={styles.text}>
          {isOpen ? t(($) => $.landing.call.text_open) : t(($) => $.landing.call.text)}
        </p>
        <div className={styles.actions}>
          {isOpen && <EarlyAccessButton variant="primary" isOpen onSignUp={onSignUp} />}
          <InstallButton />
        </div>
      </div>
      <SubscribeForm
        variant="quiet"
        use={t(($) => $.landing.form.use)}
        noScript={t(($) => $.landing.form.no_script)}
      />
    </section>
  );
}
