import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useFollow } from '../../parts/use-follow.tsx';
import { ToggleButton } from '../../ui/toggle-button.tsx';
import styles from './article-actions.module.css';

interface FollowButtonProps {
  topic: string;
  /** Whether it is the page's primary action. */
  isPrimary: boolean;
}

/** Follows the article's topic, which it names. */
export function FollowButton({ topic, isPrimary }: FollowButtonProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: topics } = useQuery(queries.topics());
  const name = topics?.find(({ id }) => id === topic)?.name[language];
  const { on, press, offer } = useFollow(topic, name ?? topic);
  const off = name
    ? t(($) => $.article.follow_topic, { topic: name })
    : t(($) => $.article.follow_any);
  return (
    <>
      <ToggleButton
        iconOn={Check}
        tone="follow"
        on={on}
        variant={isPrimary ? 'primary' : 'quiet'}
        className={styles.follow}
        onPress={press}
      >
        <span>{on ? t(($) => $.article.following_topic, { topic: name ?? topic }) : off}</span>
      </ToggleButton>
      {offer}
    </>
  );
}
