import type { Ref } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { SubscribeForm } from '../../parts/subscribe-form.tsx';
import { sitePaths } from '../../site-paths.ts';
import { AccessState } from './access-state.tsx';
import { ChangeExample } from './change-example.tsx';
import { EarlyAccessButton } from './early-access-button.tsx';
import { formId } from './form-id.ts';
import styles from './hero.module.css';
import { RoleLinks } from './role-links.tsx';
import type { Access } from './use-access.ts';

interface HeroProps {
  access: Access;
  onSignUp: () => void;
  fieldRef: Ref<HTMLInputElement>;
}

/** The promise in one sentence, an example, the button to start, the form and the countdown. */
export function Hero({ access, onSignUp, fieldRef }: HeroProps) {
  const { t, language } = useTexts();
  const free = t(($) => $.landing.hero.free);
  return (
    <section className={styles.hero} aria-labelledby="hero-title">
      <div className={styles.words}>
        <h1 id="hero-title" className={styles.title}>
          {t(($) => $.landing.hero.title)}
        </h1>
        <p className={styles.subtitle}>{t(($) => $.landing.hero.subtitle)}</p>
        <RoleLinks />
      </div>
      <ChangeExample />
      <div>
        <div className={styles.start}>
          <EarlyAccessButton variant="primary" isOpen={access.isOpen} onSignUp={onSignUp} />
          <p className={styles.free}>
            {access.isOpen ? free : <a href={sitePaths.app(language)}>{free}</a>}
          </p>
        </div>
        <div className={styles.form} id={formId}>
          <div>
            <h2 className={styles.formTitle}>{t(($) => $.landing.form.title)}</h2>
            <p className={styles.formText}>{t(($) => $.landing.form.text)}</p>
          </div>
          <SubscribeForm
            variant="quiet"
            use={t(($) => $.landing.form.use)}
            noScript={t(($) => $.landing.form.no_script)}
            inputRef={fieldRef}
          />
          <AccessState access={access} />
        </div>
      </div>
    </section>
  );
}
