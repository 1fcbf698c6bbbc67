import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queries } from '../api/queries.ts';
import { useMark } from '../hooks/use-mark.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { ToggleButton } from '../ui/toggle-button.tsx';

/** Follows a topic, or no longer; for a visitor it leads to Auth. */
export function FollowTopic({ topic }: { topic: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { on, press } = useMark({ kind: 'follow', id: topic });
  const { data: topics } = useQuery(queries.topics());
  const name = topics?.find(({ id }) => id === topic)?.name[language];
  if (!name) return null;
  return (
    <ToggleButton small icon={Plus} iconOn={Check} tone="follow" on={on} onPress={press}>
      {t(($) => $.home.follow, { topic: name })}
    </ToggleButton>
  );
}
