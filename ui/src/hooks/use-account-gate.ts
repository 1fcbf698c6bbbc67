import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Mark } from '../api/reader.ts';
import { type Reader, useSession } from '../api/session.ts';
import { accountIntent } from './account-intent.ts';
import { useAppPaths } from './use-app-paths.ts';

type Action = (reader: Reader) => void;

/**
 * Guards an action that needs an account: a visitor gets the Auth screen instead.
 *
 * `gate(action, intent)` runs the action for a signed-in reader. For a visitor it stores intent and
 * place, and the app carries it out after the sign-in. While the session is unknown the action
 * waits.
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
    // Only the last intent of a visitor is kept.
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
