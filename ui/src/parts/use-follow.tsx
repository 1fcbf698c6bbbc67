import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deadlinePrefix } from '../api/follow-names.ts';
import { useMark } from '../hooks/use-mark.ts';
import { showToast } from '../ui/toast.ts';
import { FollowOffer } from './follow-offer.tsx';

interface Following {
  /** Whether the reader follows it; `undefined` while unknown. */
  on: boolean | undefined;
  press: () => void;
  /** To be shown after the button. */
  offer: ReactNode;
}

/**
 * Follows or unfollows a topic, a tag, an act, a search or a deadline at once; leads a visitor to Auth.
 *
 * A new follow offers the choice of its least importance. A deadline has none: it brings nothing but
 * itself, and says so when it is saved.
 */
export function useFollow(name: string, subject: string): Following {
  const { t } = useTranslation();
  const [offered, setOffered] = useState(false);
  const isDeadline = name.startsWith(deadlinePrefix);
  const { on, press } = useMark(
    { kind: 'follow', id: name },
    (isOn) => {
      if (isDeadline && isOn) showToast(t(($) => $.reader.follow.deadline_done));
    },
    subject,
  );

  function toggle() {
    setOffered(!on && !isDeadline);
    press();
  }

  const offer = offered && on && (
    <FollowOffer name={name} subject={subject} onClose={() => setOffered(false)} />
  );
  return { on, press: toggle, offer };
}
