import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { useSession } from '../api/session.ts';

/**
 * The verification policy for a reader with an unverified address; `off` for all others, `undefined` while it is
 * unknown.
 *
 * Only such a reader's browser requests it.
 */
export function useVerificationPolicy(): 'off' | 'soft' | 'hard' | undefined {
  const session = useSession();
  const unverified = session.status === 'signed_in' && !session.reader.emailVerified;
  const { data, isError } = useQuery({ ...queries.authConfig(), enabled: unverified });
  if (!unverified) return 'off';
  return data?.verify_email ?? (isError ? 'off' : undefined);
}
