import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../api/session.ts';
import { accountIntent } from '../hooks/account-intent.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';

/**
 * A screen of a reader's own. A visitor is led to Auth, and back here after signing in.
 *
 * Whose session ends while it is open is led to Auth only: the next one to sign in may be somebody
 * else. (React keeps a screen, hidden, until the code of the next one is here.)
 */
export function ReadersOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const auth = useAppPaths().screen('auth');
  const place = pathname + search;
  const hadReader = useRef(false);
  useEffect(() => {
    if (status === 'signed_in') hadReader.current = true;
    if (status !== 'signed_out' || place === auth) return;
    if (!hadReader.current) accountIntent.keep(place);
    navigate(auth, { replace: true });
  }, [status, place, auth, navigate]);
  if (status === 'signed_in') return children;
  return <p className="visually-hidden">{t(($) => $.common.loading)}</p>;
}
