import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../api/session.ts';
import { loadChunk } from '../chunks.ts';
import { useVerificationPolicy } from '../hooks/use-auth-policy.ts';
import { loadAccountTexts } from '../i18n/setup.ts';

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

const FactorRequired = lazy(async () => {
  const part = loadChunk(() => import('./factor-required.tsx'));
  await loadAccountTexts();
  return { default: (await part).FactorRequired };
});

interface VerificationGateProps {
  /** This screen works without a verified address under every policy. */
  open: boolean;
  /** Whether to remind of the address: not where the screen does so itself. */
  reminds?: boolean;
  children: ReactNode;
}

/**
 * Guards the screens of a reader with an unverified address, and of one who must add a second factor.
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
  const mustAdd = session.status === 'signed_in' && session.reader.mustAddFactor && !open;
  // The recovery codes are shown after the factor was added.
  const [isAdding, setAdding] = useState(false);
  if (mustAdd && !isAdding) setAdding(true);
  if (session.status === 'signed_out' && isAdding) setAdding(false);
  const reminds = remindsHere && policy !== 'off' && email !== undefined;
  if (isAdding && !open && !closed) {
    return (
      <Suspense fallback={null}>
        <FactorRequired email={email} onDone={() => setAdding(false)} />
      </Suspense>
    );
  }
  return (
    <>
      {(closed || reminds) && (
        <Suspense fallback={null}>
          {closed ? <Required email={email} /> : email !== undefined && <Banner email={email} />}
        </Suspense>
      )}
      {!closed && children}
    </>
  );
}
