import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { type Reader, type Session, sessionSnapshot, subscribeToSession } from '../api/session.ts';
import { showToast } from '../ui/toast.ts';
import { accountIntent, type IntendedMark } from './account-intent.ts';
import { useAppPaths } from './use-app-paths.ts';

type Action = (reader: Reader) => void;
type Decision = (session: Session) => void;

/* Presses from before the session was known. Here and not in a component, which may be replaced meanwhile. */
let waiting: Decision[] = [];

function onceKnown(decide: Decision): void {
  waiting.push(decide);
  if (waiting.length > 1) return;
  const stop = subscribeToSession(() => {
    const session = sessionSnapshot();
    if (session.status === 'loading') return;
    stop();
    const pressed = waiting;
    waiting = [];
    // Only the last intent of a visitor is kept, and a failure is shown once.
    const wanted = session.status === 'signed_in' ? pressed : pressed.slice(-1);
    for (const one of wanted) one(session);
  });
}

/**
 * Guards an action that needs an account: a visitor gets the Auth screen instead.
 *
 * `gate(action, ...marks)` runs the action for a signed-in reader. For a visitor it stores marks and
 * place, and the app sets them after the sign-in. While the session is unknown the action
 * waits. While the server does not answer, a notice says that nothing was changed.
 */
export function useAccountGate(): (action: Action, ...marks: IntendedMark[]) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const to = useAppPaths();

  return (action, ...marks) => {
    function decide(session: Session) {
      if (session.status === 'signed_in') {
        action(session.reader);
      } else if (session.status === 'unreachable') {
        showToast(t(($) => $.reader.marks_not_loaded));
      } else {
        accountIntent.keep(location.pathname + location.search, ...marks);
        navigate(to.screen('auth'));
      }
    }
    const session = sessionSnapshot();
    if (session.status === 'loading') onceKnown(decide);
    else decide(session);
  };
}
