import type { ReactNode } from 'react';
import type { Site } from '../api/types.ts';
import { type Consent, consent } from '../consent.ts';
import { useConsent } from '../hooks/use-consent.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { sitePaths } from '../site-paths.ts';

/* The page reserves this height at its end and scrolls focused elements above it (base.css). */
const heightProperty = '--banner-height';

/** A ref that publishes its element's height to the page while mounted. */
function keepRoomFor(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const keep = () => {
    const fixed = getComputedStyle(element).position === 'fixed';
    style.setProperty(heightProperty, fixed ? `${element.offsetHeight}px` : '0px');
  };
  // At once: the observer comes after the first layout, and the bar above the banner would move.
  keep();
  const observer = new ResizeObserver(keep);
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(heightProperty);
  };
}

interface ConsentBannerProps {
  site: Site | undefined;
  /** Whether the server's page had the banner, so that its place is kept until the site is known. */
  wasAsked?: boolean;
}

/**
 * Asks once for consent to analytics; disappears after the answer.
 *
 * It is early in the DOM, so that a keyboard reaches it first, and at the lower edge of the screen,
 * where it covers nothing that cannot be scrolled into view. It waits until the site is known to
 * use analytics, unless the server's page asked already.
 */
export function ConsentBanner({ site, wasAsked = false }: ConsentBannerProps) {
  const { t, language } = useTexts();
  const chosen = useConsent();
  if (!(site?.analytics ?? wasAsked) || chosen !== undefined) return null;
  return (
    <section
      ref={keepRoomFor}
      className="consent"
      aria-label={t(($) => $.consent.label)}
      data-print="hide"
    >
      <p className="consent-text">
        {t(($) => $.consent.text)}{' '}
        <a href={sitePaths.privacy(language)}>{t(($) => $.consent.privacy)}</a>
      </p>
      <div className="consent-buttons">
        <Answer choice="rejected">{t(($) => $.consent.reject)}</Answer>
        <Answer choice="accepted">{t(($) => $.consent.accept)}</Answer>
      </div>
    </section>
  );
}

interface AnswerProps {
  choice: NonNullable<Consent>;
  children: ReactNode;
}

function Answer({ choice, children }: AnswerProps) {
  return (
    <button type="button" className="consent-button" onClick={() => consent.choose(choice)}>
      {children}
    </button>
  );
}
