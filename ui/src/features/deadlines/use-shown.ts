import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { daysAfter } from '../../api/days-after.ts';
import { deadlineTopic } from '../../api/follow-names.ts';
import { queries } from '../../api/queries.ts';
import { readerQueries } from '../../api/reader-queries.ts';
import type { Deadline, Duty } from '../../api/types.ts';
import { reasonFor } from '../../hooks/interest.ts';
import { useReaderAudience } from '../../hooks/reader-audience.ts';
import { useInterest } from '../../hooks/use-interest.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { DeadlineFilters } from '../../paths.ts';

/* How far the screen looks back and ahead, in days. */
const back = 90;
const ahead = 365;

interface Shown {
  /** `undefined` until all has loaded. */
  data?: { deadlines: Deadline[]; duties: Duty[] };
  queries: [UseQueryResult<Deadline[]>, UseQueryResult<Duty[]>];
}

/** What the chosen tab shows: everything, or what makes it the reader's own. */
export function useShown(filters: DeadlineFilters, today: string): Shown {
  const language = useLanguage();
  const range = { from: daysAfter(today, -back), to: daysAfter(today, ahead) };
  const deadlines = useDeadlines(filters, range);
  const duties = useQuery(queries.duties({ ...range, from: today }, filters, language));
  const isOwnDuty = useOwnDuty(filters);
  const [found, all] = [deadlines.data, duties.data];
  const data = useMemo(() => {
    if (!found || !all || !isOwnDuty) return undefined;
    return { deadlines: found, duties: all.filter(isOwnDuty) };
  }, [found, all, isOwnDuty]);
  return { ...(data && { data }), queries: [deadlines, duties] };
}

/* The server knows what an account follows. What a visitor chose is known to this device alone. */
function useDeadlines(filters: DeadlineFilters, range: { from: string; to: string }) {
  const language = useLanguage();
  const uid = useUid();
  const interest = useInterest();
  const isMine = filters.tab === 'mine';
  const own = useQuery({
    ...readerQueries.deadlines(uid ?? '', range, filters, language),
    enabled: isMine && uid !== undefined,
  });
  const select = useMemo(() => {
    if (!isMine) return (all: Deadline[]) => all;
    return (all: Deadline[]) => all.filter((of) => interest && reasonFor(of, interest));
  }, [isMine, interest]);
  const all = useQuery({
    ...queries.deadlines(range, filters, language),
    enabled: !isMine || (uid === undefined && interest !== undefined),
    select,
  });
  return isMine && uid !== undefined ? own : all;
}

/* Which duties the chosen tab shows; the server has left out those of other roles than a chosen one. */
function useOwnDuty({ tab, role }: DeadlineFilters): ((duty: Duty) => boolean) | undefined {
  const interest = useInterest();
  const audience = useReaderAudience();
  return useMemo(() => {
    if (tab !== 'mine') return () => true;
    if (!interest) return undefined;
    return (duty: Duty) =>
      role !== undefined ||
      duty.roles.some((name) => audience.includes(name)) ||
      interest.topics.includes(deadlineTopic(`duty.${duty.id}`));
  }, [tab, role, interest, audience]);
}
