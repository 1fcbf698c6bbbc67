import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { useAccountGate } from '../../hooks/use-account-gate.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import styles from './follow-topic.module.css';

/** Follows the topic that is filtered by; for a visitor it leads to Auth. */
export function FollowTopic({ topic }: { topic: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const gate = useAccountGate();
  const { data: topics } = useQuery(queries.topics());
  const name = topics?.find(({ id }) => id === topic)?.name[language];
  if (!name) return null;
  return (
    <Button variant="plain" className={styles.follow} onClick={() => gate()}>
      <Plus aria-hidden="true" />
      {t(($) => $.home.follow, { topic: name })}
    </Button>
  );
}
