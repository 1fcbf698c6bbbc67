import { Check, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { domainTopic } from '../api/reader.ts';
import { useMark } from '../hooks/use-mark.ts';
import { useDomainLabel } from '../i18n/use-domain-label.ts';
import { ToggleButton } from '../ui/toggle-button.tsx';

/** A tag that can be followed. */
export function FollowDomain({ domain }: { domain: string }) {
  const { t } = useTranslation();
  const name = useDomainLabel()(domain);
  const { on, press } = useMark({ kind: 'follow', id: domainTopic(domain) });
  return (
    <ToggleButton
      small
      icon={Plus}
      iconOn={Check}
      tone="follow"
      on={on}
      label={t(($) => $.home.follow, { topic: name })}
      onPress={press}
    >
      {name}
    </ToggleButton>
  );
}
