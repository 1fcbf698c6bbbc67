import { useNavigate } from 'react-router';
import { signOut } from '../api/session.ts';
import { logFailure, logSuccess } from '../log.ts';
import { useAppPaths } from './use-app-paths.ts';

/** Opens Auth and ends the session; the log says whether the server did. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  const to = useAppPaths();
  return async () => {
    // Leaves the reader's screen first.
    await navigate(to.screen('auth'));
    try {
      await signOut();
      logSuccess('Signed out.');
    } catch (error) {
      logFailure('The session was not ended on the server.', error);
    }
  };
}
