import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useSearchParams } from 'react-router';
import { useMaintenanceNews } from '../hooks/use-maintenance-news.ts';
import { useSelectLanguage } from '../hooks/use-select-language.ts';
import { useSite } from '../hooks/use-site.ts';
import { askedLanguage } from '../i18n/language.ts';
import { answerLanguageOffer } from '../i18n/language-offer.ts';
import { currentLanguage, showLanguage } from '../i18n/setup.ts';
import { ConsentBanner } from '../parts/consent-banner.tsx';
import { LanguageSwitcher } from '../parts/language-switcher.tsx';
import { SiteNotice } from '../parts/site-notice.tsx';
import { SkipLink } from '../parts/skip-link.tsx';
import { UpdateNotice } from '../parts/update-notice.tsx';
import { VerificationGate } from '../parts/verification-gate.tsx';
import { type Screen, screenOf } from '../paths.ts';
import { ToastRegion } from '../ui/toast-region.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { SideNav } from './side-nav.tsx';
import { SiteFooter } from './site-footer.tsx';
import { TopBar } from './top-bar.tsx';
import { useAccountLanguage } from './use-account-language.ts';
import { useKeptAnswers } from './use-kept-answers.ts';
import { useKeptInterests } from './use-kept-interests.ts';
import { useKeptSteps } from './use-kept-steps.ts';
import { usePageViews } from './use-page-views.ts';
import { usePendingIntent } from './use-pending-intent.ts';
import { useReader } from './use-reader.ts';
import { useSearchKey } from './use-search-key.ts';

/* Back and Forward may pass addresses with another language. */
function useLanguageOfAddress(): void {
  const asked = askedLanguage(useSearchParams()[0]);
  useEffect(() => {
    if (asked && asked !== currentLanguage()) void showLanguage(asked);
  }, [asked]);
}

/* Screens that work before the address is verified. */
const alwaysOpen: Screen[] = [
  'auth',
  'about',
  'options',
  'coverage',
  'insights',
  'deadlines',
  'figures',
];

/* Read before the app takes the place of the server's page. */
const wasAsked = document.querySelector('#root .consent') !== null;

/** The frame of every screen: navigation, notices, footer. */
export function AppLayout() {
  const { t } = useTranslation();
  const site = useSite();
  const selectLanguage = useSelectLanguage();
  const screen = screenOf(useSearchParams()[0]);
  useLanguageOfAddress();
  useAccountLanguage();
  useEffect(() => answerLanguageOffer(() => selectLanguage('ro')));
  usePageViews();
  useSearchKey();
  useReader();
  useMaintenanceNews();
  usePendingIntent();
  useKeptInterests();
  useKeptSteps();
  useKeptAnswers();

  return (
    <>
      <SkipLink />
      <ConsentBanner site={site} wasAsked={wasAsked} />
      <TopBar />
      <div className="frame">
        <div className="frame-rail" data-print="hide">
          <SideNav footer={<LanguageSwitcher side="top" onChoose={selectLanguage} />} />
        </div>
        <div className="frame-page">
          <main id="content" className="frame-main" tabIndex={-1}>
            <div className="frame-screen">
              <SiteNotice maintenance={site?.maintenance} />
              <VerificationGate
                open={alwaysOpen.includes(screen)}
                beforeFactor={screen === 'account'}
                reminds={screen !== 'account'}
              >
                <Outlet />
              </VerificationGate>
            </div>
            {site?.demo && <p className="frame-demo">{t(($) => $.common.demo)}</p>}
          </main>
          <SiteFooter />
        </div>
      </div>
      <BottomBar />
      <UpdateNotice />
      <ToastRegion />
      <RouteAnnouncer />
      <ScrollRestoration />
    </>
  );
}
