import { useTranslation } from 'react-i18next';
import { deadlineTopic } from '../api/follow-names.ts';
import { useMarked } from '../hooks/use-user-data.ts';
import { Follow } from './follow.tsx';

interface FollowDeadlineProps {
  /** The id of one of its days. */
  id: string;
  title: string;
}

/** Follows or unfollows a deadline, with all its days. */
export function FollowDeadline({ id, title }: FollowDeadlineProps) {
  const { t } = useTranslation();
  const name = deadlineTopic(id);
  const on = useMarked({ kind: 'follow', id: name });
  return (
    <Follow name={name} subject={title}>
      {on ? t(($) => $.reader.follow.short_on) : t(($) => $.reader.follow.short)}
    </Follow>
  );
}
