import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Mark } from '../api/reader.ts';
import { type Reader, useSession } from '../api/session.ts';
import { accountIntent } from './account-intent.ts';
import { useAppPaths } from './use-app-paths.ts';

type Action = (reader: Reader) => void;

/**
 * Guards what needs an account: signed out, the Auth screen opens instead.
 *
 * `gate(action, intent)` runs the action only for a signed-in reader. For a visitor it keeps the
 * intent and the place, and the app does it after the sign-in. While nobody knows yet who reads,
 * the press waits.
 */
export function useAccountGate(): (action: Action, intent?: Mark) => void {
  const session = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const to = useAppPaths();
  const waiting = useRef<Array<[Action, Mark | undefined]>>([]);

  function decide(action: Action, intent: Mark | undefined) {
    if (session.status === 'signed_in') {
      action(session.reader);
    } else {
      accountIntent.keep(location.pathname + location.search, intent);
      navigate(to.screen('auth'));
    }
  }

  const decideAll = useEffectEvent(() => {
    const pressed = waiting.current.splice(0);
    // A visitor can be led to one place only: with what was asked last.
    const wanted = session.status === 'signed_out' ? pressed.slice(-1) : pressed;
    for (const [action, intent] of wanted) decide(action, intent);
  });
  const loading = session.status === 'loading';
  useEffect(() => {
    if (!loading) decideAll();
  }, [loading]);

  return (action, intent) => {
    if (loading) waiting.current.push([action, intent]);
    else decide(action, intent);
  };
}
