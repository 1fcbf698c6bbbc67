import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useFollow } from '../../parts/use-follow.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './article-actions.module.css';

/** The page's primary action: follows the article's topic, which it names. */
export function FollowButton({ topic }: { topic: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: topics } = useQuery(queries.topics());
  const name = topics?.find(({ id }) => id === topic)?.name[language];
  const { on, press, dialog } = useFollow(topic, name ?? topic);
  if (on) {
    return (
      <Button className={styles.follow} onClick={press}>
        <Check aria-hidden="true" />
        <span>
          {t(($) => $.article.following_topic, { topic: name ?? topic })}
          <span className="visually-hidden">{t(($) => $.article.follow_off)}</span>
        </span>
      </Button>
    );
  }
  return (
    <>
      <Button variant="primary" className={styles.follow} onClick={press}>
        {name ? t(($) => $.article.follow_topic, { topic: name }) : t(($) => $.article.follow_any)}
      </Button>
      {dialog}
    </>
  );
}
