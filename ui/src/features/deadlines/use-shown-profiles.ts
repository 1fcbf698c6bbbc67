import { useMemo, useState } from 'react';
import type { Profile } from '../../api/answers.ts';
import { useProfiles } from '../../hooks/reader-profiles.ts';
import { type ConcernScope, isAnswered } from '../../hooks/use-concerns.ts';

export interface ShownProfiles {
  /** Those with answers, if there are several. */
  profiles: readonly Profile[];
  isShown: (profile: Profile) => boolean;
  show: (profile: Profile, on: boolean) => void;
  /** Whose answers decide. */
  scope: ConcernScope;
}

/** The profiles whose deadlines are shown: all at first, and never none. */
export function useShownProfiles(): ShownProfiles {
  const { profiles: known } = useProfiles();
  const [hidden, setHidden] = useState<ReadonlyArray<string | undefined>>([]);
  const profiles = useMemo(() => known?.filter(isAnswered) ?? [], [known]);
  const shown = useMemo(
    () => profiles.filter(({ id }) => !hidden.includes(id)).map(({ id }) => id),
    [profiles, hidden],
  );
  const isAll = shown.length === 0 || shown.length === profiles.length;
  return {
    profiles: profiles.length > 1 ? profiles : none,
    isShown: ({ id }) => isAll || shown.includes(id),
    show: ({ id }, on) => {
      const left = on ? hidden.filter((one) => one !== id) : [...hidden, id];
      setHidden(profiles.some((one) => !left.includes(one.id)) ? left : []);
    },
    scope: isAll ? 'all' : shown,
  };
}

const none: readonly Profile[] = [];
