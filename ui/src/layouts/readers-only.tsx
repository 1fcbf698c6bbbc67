import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '../api/session.ts';
import { accountIntent } from '../hooks/account-intent.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { AccountUnreachable } from '../parts/account-unreachable.tsx';

/**
 * A screen that needs an account. A visitor goes to Auth and returns after signing in. A reader whose
 * server does not answer waits here.
 *
 * When the session ends while it is open, the reader goes to Auth without a return address: the
 * next reader may be somebody else. (React keeps the screen, hidden, until the next one's code
 * arrives.)
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
  if (status === 'unreachable') return <AccountUnreachable />;
  return <p className="visually-hidden">{t(($) => $.common.loading)}</p>;
}
