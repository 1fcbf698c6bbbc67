import { Check, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { actTopic } from '../api/reader.ts';
import { useMark } from '../hooks/use-mark.ts';
import { ToggleButton } from '../ui/toggle-button.tsx';

/** Follows or unfollows an act; leads a visitor to Auth. */
export function FollowAct({ id, citation }: { id: string; citation: string }) {
  const { t } = useTranslation();
  const { on, press } = useMark({ kind: 'follow', id: actTopic(id) });
  const label = t(($) => $.home.follow, { topic: citation });
  return (
    <ToggleButton
      small
      icon={Plus}
      iconOn={Check}
      tone="follow"
      on={on}
      label={label}
      onPress={press}
    >
      {label}
    </ToggleButton>
  );
}
