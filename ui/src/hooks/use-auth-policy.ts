import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { useSession } from '../api/session.ts';

/**
 * The verification policy for a reader with an unverified address; `off` for all others.
 *
 * Only such a reader's browser requests it.
 */
export function useVerificationPolicy(): 'off' | 'soft' | 'hard' {
  const session = useSession();
  const unverified = session.status === 'signed_in' && !session.reader.emailVerified;
  const { data } = useQuery({ ...queries.authConfig(), enabled: unverified });
  return unverified ? (data?.verify_email ?? 'off') : 'off';
}
