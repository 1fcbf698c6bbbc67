import { Check, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToggleButton } from '../ui/toggle-button.tsx';
import { useFollow } from './use-follow.tsx';

interface FollowProps {
  /** The name under which the server follows it. */
  name: string;
  /** What is followed, in words. */
  subject: string;
  /** The button's text, where its surroundings name the subject. */
  children?: ReactNode;
  /** The button's name, which contains its words; unset, it names the subject. */
  label?: string;
}

/** Follows or unfollows a topic, a tag, an act, a search or a deadline. */
export function Follow({ name, subject, children, label: given }: FollowProps) {
  const { t } = useTranslation();
  const { on, press, offer } = useFollow(name, subject);
  const label = given ?? t(($) => $.home.follow, { topic: subject });
  return (
    <>
      <ToggleButton
        small
        icon={Plus}
        iconOn={Check}
        tone="follow"
        on={on}
        label={label}
        onPress={press}
      >
        {children ?? label}
      </ToggleButton>
      {offer}
    </>
  );
}
