import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '../api/session.ts';
import { loadChunk } from '../chunks.ts';
import { useVerificationPolicy } from '../hooks/use-auth-policy.ts';
import { loadAccountTexts } from '../i18n/setup.ts';

/* Few readers ever see them, so they come only when they are needed. */
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

interface VerificationGateProps {
  /** This screen can be used without a confirmed address, whatever the policy. */
  open: boolean;
  /** This screen says by itself that the address is not confirmed. */
  told?: boolean;
  children: ReactNode;
}

/** Stands before the screens of a reader whose address is not confirmed yet. */
export function VerificationGate({ open, told = false, children }: VerificationGateProps) {
  const session = useSession();
  const policy = useVerificationPolicy();
  if (session.status !== 'signed_in' || policy === 'off') return children;
  const { email } = session.reader;
  if (policy === 'hard' && !open) {
    return (
      <Suspense fallback={null}>
        <Required email={email} />
      </Suspense>
    );
  }
  return (
    <>
      {!told && (
        <Suspense fallback={null}>
          <Banner email={email} />
        </Suspense>
      )}
      {children}
    </>
  );
}
