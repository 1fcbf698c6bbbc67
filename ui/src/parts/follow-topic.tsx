import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queries } from '../api/queries.ts';
import { useMark } from '../hooks/use-mark.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { ToggleButton } from '../ui/toggle-button.tsx';

interface FollowTopicProps {
  topic: string;
  /** Shows the name alone where a heading already says what the button does. */
  short?: boolean;
}

/** Follows or unfollows a topic; leads a visitor to Auth. */
export function FollowTopic({ topic, short = false }: FollowTopicProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { on, press } = useMark({ kind: 'follow', id: topic });
  const { data: topics } = useQuery(queries.topics());
  const name = topics?.find(({ id }) => id === topic)?.name[language];
  if (!name) return null;
  const label = t(($) => $.home.follow, { topic: name });
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
      {short ? name : label}
    </ToggleButton>
  );
}
