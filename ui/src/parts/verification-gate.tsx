import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useSession } from '../api/session.ts';
import { loadChunk } from '../chunks.ts';
import { useVerificationPolicy } from '../hooks/use-auth-policy.ts';
import { loadAccountTexts } from '../i18n/setup.ts';
import styles from './account-check.module.css';
import { forgetHeight, isPutOff, keptHeight } from './reminder-place.ts';

/* Loaded on demand: few readers see them. */
const Banner = lazy(async () => {
  const part = loadChunk(() => import('./verify-email-banner.tsx'));
  await loadAccountTexts();
  return { default: (await part).VerifyEmailBanner };
});
const Required = lazy(async () => {
  const part = loadChunk(() => import('./email-verification-required.tsx'));
  await loadAccountTexts();
  return { default: (await part).EmailVerificationRequired };
});

/** Keeps the place of the reminder that a reader of this browser had last. */
function Place() {
  const height = keptHeight();
  if (height === undefined) return null;
  const hold = (place: HTMLDivElement | null) => {
    if (place) place.style.height = `${height}px`;
  };
  return <div ref={hold} aria-hidden="true" className={styles.place} />;
}

interface VerificationGateProps {
  /** This screen works without a verified address under every policy. */
  open: boolean;
  /** Whether to remind of the address: not where the screen does so itself. */
  reminds?: boolean;
  children: ReactNode;
}

/**
 * Guards the screens of a reader with an unverified address.
 *
 * The screen keeps its position in the tree, so that a session change does not remount it.
 */
export function VerificationGate({
  open,
  reminds: remindsHere = true,
  children,
}: VerificationGateProps) {
  const session = useSession();
  const policy = useVerificationPolicy();
  const email = session.status === 'signed_in' ? session.reader.email : undefined;
  const closed = policy === 'hard' && !open;
  const reminds = remindsHere && policy !== undefined && policy !== 'off' && email !== undefined;
  const isUnknown = session.status === 'loading' || policy === undefined;
  const hasNone = !isUnknown && (policy === 'off' || email === undefined);
  useEffect(() => {
    if (hasNone) forgetHeight();
  }, [hasNone]);
  const place = remindsHere && !closed && !isPutOff() ? <Place /> : null;
  return (
    <>
      {isUnknown && place}
      {(closed || reminds) && (
        <Suspense fallback={place}>
          {closed ? <Required email={email} /> : email !== undefined && <Banner email={email} />}
        </Suspense>
      )}
      {!closed && children}
    </>
  );
}
