import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useVerificationPolicy } from '../hooks/use-auth-policy.ts';
import { withTexts } from '../i18n/setup.ts';
import styles from './account-check.module.css';
import { DeferredScreen, deferred } from './deferred.tsx';
import { forgetHeight, isPutOff, keptHeight } from './reminder-place.ts';

/* How long a screen waits at most for what comes above it, in milliseconds. */
const longestWait = 1500;

/* Loaded on demand: few readers see it. */
const banner = deferred(
  async () => (await withTexts(import('./verify-email-banner.tsx'), 'account')).VerifyEmailBanner,
);

/** Keeps the place of the reminder that a reader of this browser had last. */
function Place({ height }: { height: number }) {
  const hold = (place: HTMLDivElement | null) => {
    if (place) place.style.height = `${height}px`;
  };
  return <div ref={hold} aria-hidden="true" className={styles.place} />;
}

interface WithEmailReminderProps {
  /** Not where the screen reminds by itself. */
  reminds: boolean;
  children: ReactNode;
}

/** A screen, below the reminder of an unverified address where the reader has one. */
export function WithEmailReminder({ reminds, children }: WithEmailReminderProps) {
  const session = useSession();
  const policy = useVerificationPolicy();
  const email = session.status === 'signed_in' ? session.reader.email : undefined;
  const isUnverified = email !== undefined && policy !== 'off';
  const isUnknown = session.status === 'loading' || policy === undefined;
  const isNeedless = !isUnknown && !isUnverified && session.status !== 'unreachable';
  useEffect(() => {
    if (isNeedless) forgetHeight();
  }, [isNeedless]);

  const isComing = reminds && isUnverified && !isPutOff();
  useEffect(() => {
    if (isComing) banner.load().catch(() => {});
  }, [isComing]);
  const height = reminds && !isPutOff() ? keptHeight() : undefined;
  const place = height !== undefined && <Place height={height} />;
  // The place of the first reminder is unknown, so the screen waits for it.
  const [hasCome, setCome] = useState(false);
  const waits = isComing && !place && !hasCome;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setCome(true), longestWait);
    return () => clearTimeout(timer);
  }, [waits]);

  return (
    <>
      {isUnknown && place}
      {reminds && isUnverified && !isUnknown && (
        <Suspense fallback={place}>
          <DeferredScreen screen={banner} props={{ email, onShow: () => setCome(true) }} />
        </Suspense>
      )}
      <div className={waits ? styles.waiting : undefined}>{children}</div>
    </>
  );
}
