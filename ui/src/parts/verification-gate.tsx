import { type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useVerificationPolicy } from '../hooks/use-auth-policy.ts';
import { withTexts } from '../i18n/setup.ts';
import { DeferredScreen, deferred } from './deferred.tsx';
import { WithEmailReminder } from './email-reminder.tsx';

/* Loaded on demand: few readers see them. */
const verificationRequired = deferred(
  async () =>
    (await withTexts(import('./email-verification-required.tsx'), 'account'))
      .EmailVerificationRequired,
);
const factorRequired = deferred(
  async () => (await withTexts(import('./factor-required.tsx'), 'account')).FactorRequired,
);

interface VerificationGateProps {
  /** This screen works without a verified address under every policy. */
  open: boolean;
  /** This screen works before the account adds the second factor that it must have. */
  beforeFactor?: boolean;
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
  beforeFactor = false,
  reminds = true,
  children,
}: VerificationGateProps) {
  const session = useSession();
  const policy = useVerificationPolicy();
  const email = session.status === 'signed_in' ? session.reader.email : undefined;
  const isOpen = open || beforeFactor;
  const mustAdd = session.status === 'signed_in' && session.reader.mustAddFactor && !isOpen;
  // The recovery codes are shown after the factor was added.
  const [isAdding, setAdding] = useState(false);
  if (mustAdd && !isAdding) setAdding(true);
  if (session.status === 'signed_out' && isAdding) setAdding(false);

  if (policy === 'hard' && !open) {
    return (
      <Suspense fallback={null}>
        <DeferredScreen key="verify" screen={verificationRequired} props={{ email }} />
      </Suspense>
    );
  }
  if (isAdding && !isOpen) {
    const onDone = () => setAdding(false);
    return (
      <Suspense fallback={null}>
        <DeferredScreen key="add" screen={factorRequired} props={{ email, onDone }} />
      </Suspense>
    );
  }
  return <WithEmailReminder reminds={reminds}>{children}</WithEmailReminder>;
}
