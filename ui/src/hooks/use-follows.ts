import { useMemo } from 'react';
import { deadlineTopic } from '../api/follow-names.ts';
import { useInterest } from './use-interest.ts';

/** Whether the reader follows a duty or an entry by the name of its day; `undefined` while unknown. */
export function useFollows(): ((day: string) => boolean) | undefined {
  const interest = useInterest();
  return useMemo(
    () => interest && ((day: string) => interest.topics.includes(deadlineTopic(day))),
    [interest],
  );
}
