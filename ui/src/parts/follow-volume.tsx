import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { volumeQuery } from '../api/follows.ts';

const daysOfMonth = 30;
/* Below this, a number a month would be zero or one by rounding. */
const minPerMonth = 3;

interface FollowVolumeProps {
  name: string;
  /** The importance from which articles count; 0 for all. */
  from: number;
}

/** How many articles a follow would have brought in the last months. */
export function FollowVolume({ name, from }: FollowVolumeProps) {
  const { t } = useTranslation();
  const { data, isError } = useQuery(volumeQuery(name, from || 1));
  if (isError) return <span role="status">{t(($) => $.reader.volume.failed)}</span>;
  if (!data) return <span role="status">{t(($) => $.reader.volume.counting)}</span>;
  const { articles, days } = data;
  if (articles === undefined) return null;
  const text =
    articles === 0
      ? t(($) => $.reader.volume.none, { days })
      : articles < minPerMonth
        ? t(($) => $.reader.volume.few, { count: articles, days })
        : t(($) => $.reader.volume.monthly, {
            count: Math.round((articles * daysOfMonth) / days),
            days,
          });
  return <span role="status">{text}</span>;
}
