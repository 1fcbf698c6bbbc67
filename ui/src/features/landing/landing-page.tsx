import { useEffect, useRef } from 'react';
import { track } from '../../api/analytics.ts';
import { useConsent } from '../../hooks/use-consent.ts';
import { answerLanguageOffer } from '../../i18n/language-offer.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ConsentBanner } from '../../parts/consent-banner.tsx';
import { SkipLink } from '../../parts/skip-link.tsx';
import { UpdateNotice } from '../../parts/update-notice.tsx';
import { BenefitsSection } from './benefits-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { FinalCall } from './final-call.tsx';
import { Hero } from './hero.tsx';
import { LandingFooter } from './landing-footer.tsx';
import { LandingHeader } from './landing-header.tsx';
import styles from './landing-page.module.css';
import { StepsSection } from './steps-section.tsx';
import { StoriesSection } from './stories-section.tsx';
import { useAccess } from './use-access.ts';
import { useLandingLanguage } from './use-landing-language.ts';

/** The landing page, in the specified order. */
export function LandingPage() {
  const { t } = useTexts();
  const access = useAccess();
  const field = useRef<HTMLInputElement>(null);
  const title = t(($) => $.landing.title);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const choose = useLandingLanguage();
  useEffect(() => answerLanguageOffer(() => choose('ro')));
  const agreed = useConsent() === 'accepted';
  useEffect(() => {
    if (agreed) track({ name: 'page_view', screen: 'landing' });
  }, [agreed]);

  function signUp() {
    field.current?.scrollIntoView({ block: 'center' });
    field.current?.focus({ preventScroll: true });
  }

  const button = { isOpen: access.isOpen, onSignUp: signUp };
  return (
    <div className={styles.page} id="top">
      <SkipLink />
      <ConsentBanner site={access.site} />
      <LandingHeader {...button} />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Hero access={access} onSignUp={signUp} fieldRef={field} />
        <FeaturesSection />
        <StepsSection />
        <StoriesSection testimonials={access.site?.testimonials ?? []} />
        <BenefitsSection isOpen={access.isOpen} />
        <FinalCall {...button} />
      </main>
      <LandingFooter site={access.site} />
      <UpdateNotice />
    </div>
  );
}
