import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deadlinePrefix } from '../api/follow-names.ts';
import { sessionSnapshot } from '../api/session.ts';
import { useAccountGate } from '../hooks/use-account-gate.ts';
import { useMark } from '../hooks/use-mark.ts';
import { showToast } from '../ui/toast.ts';
import { FollowDialog } from './follow-dialog.tsx';

interface Following {
  /** Whether the reader follows it; `undefined` while unknown. */
  on: boolean | undefined;
  press: () => void;
  /** To be shown beside the button. */
  dialog: ReactNode;
}

/**
 * Follows or unfollows a topic, a tag, an act, a search or a deadline; leads a visitor to Auth.
 *
 * Before it follows, a dialog shows how much that would bring. A deadline brings nothing but itself.
 */
export function useFollow(name: string, subject: string): Following {
  const { t } = useTranslation();
  const mark = { kind: 'follow', id: name } as const;
  const { on, press } = useMark(mark);
  const gate = useAccountGate();
  const [asked, setAsked] = useState(false);

  function follow() {
    // A press from before the session is known is carried out later, when the button may be gone.
    if (on || sessionSnapshot().status === 'loading') return press();
    gate(() => {
      if (!name.startsWith(deadlinePrefix)) return setAsked(true);
      press();
      showToast(t(($) => $.reader.follow.deadline_done));
    }, mark);
  }

  const dialog = asked && !on && (
    <FollowDialog name={name} subject={subject} onClose={() => setAsked(false)} />
  );
  return { on, press: follow, dialog };
}
