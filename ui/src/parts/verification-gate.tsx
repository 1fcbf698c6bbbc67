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
  /** Whether it is for us to remind of the address: not where the screen does so itself. */
  reminds?: boolean;
  children: ReactNode;
}

/**
 * Stands before the screens of a reader whose address is not confirmed yet.
 *
 * The screen keeps its place among the elements: a session that begins or ends while it is open
 * must not begin it anew.
 */
export function VerificationGate({ open, reminds = true, children }: VerificationGateProps) {
  const session = useSession();
  const policy = useVerificationPolicy();
  const email =
    session.status === 'signed_in' && policy !== 'off' ? session.reader.email : undefined;
  const closed = email !== undefined && policy === 'hard' && !open;
  return (
    <>
      {email !== undefined && (closed || reminds) && (
        <Suspense fallback={null}>
          {closed ? <Required email={email} /> : <Banner email={email} />}
        </Suspense>
      )}
      {!closed && children}
    </>
  );
}
