import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { useSession } from '../api/session.ts';

/**
 * What the site wants of a reader whose e-mail is not confirmed; `off` for everybody else.
 *
 * Only such a reader's browser asks the server for it.
 */
export function useVerificationPolicy(): 'off' | 'soft' | 'hard' {
  const session = useSession();
  const unverified = session.status === 'signed_in' && !session.reader.emailVerified;
  const { data } = useQuery({ ...queries.authConfig(), enabled: unverified });
  return unverified ? (data?.verify_email ?? 'off') : 'off';
}
