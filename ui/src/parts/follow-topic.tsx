import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Follow } from './follow.tsx';

/** Follows or unfollows a topic. */
export function FollowTopic({ topic }: { topic: string }) {
  const language = useLanguage();
  const { data: topics } = useQuery(queries.topics());
  const name = topics?.find(({ id }) => id === topic)?.name[language];
  return name ? <Follow name={topic} subject={name} /> : null;
}
