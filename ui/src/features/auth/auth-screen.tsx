import { useTranslation } from 'react-i18next';
import { usePage } from '../../hooks/use-page.ts';
import { SubscribeForm } from '../../parts/subscribe-form.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import styles from './auth-screen.module.css';

/** The place of the sign-in; until accounts open, it takes an address to write to when they do. */
export function AuthScreen() {
  const { t } = useTranslation();
  const heading = usePage(t(($) => $.pages.auth.title));
  return (
    <div className={styles.screen}>
      <PageHeading headingRef={heading} lead={t(($) => $.pages.auth.description)}>
        {t(($) => $.pages.auth.title)}
      </PageHeading>
      <p className={styles.notice}>{t(($) => $.pages.auth.not_open)}</p>
      <section className={styles.card} aria-labelledby="subscribe">
        <h2 id="subscribe" className={styles.heading}>
          {t(($) => $.pages.auth.form_title)}
        </h2>
        <SubscribeForm />
      </section>
    </div>
  );
}
