import { useNavigate } from 'react-router';
import { useSession } from '../api/session.ts';
import { useAppPaths } from './use-app-paths.ts';

/**
 * Guards what needs an account: signed out, the Auth screen opens instead.
 *
 * `gate(action)` runs the action only for a signed-in reader.
 */
export function useAccountGate(): (action?: () => void) => void {
  const session = useSession();
  const navigate = useNavigate();
  const to = useAppPaths();
  return (action) => {
    if (session.status === 'signed_in') action?.();
    else navigate(to.screen('auth'));
  };
}
