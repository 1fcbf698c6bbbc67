import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deadlineTopic } from '../../api/follow-names.ts';
import { daysAfter } from '../../api/plain-dates.ts';
import { queries } from '../../api/queries.ts';
import { readerQueries } from '../../api/reader-queries.ts';
import type { Deadline, Duty } from '../../api/types.ts';
import { reasonFor } from '../../hooks/interest.ts';
import { useReaderAudience } from '../../hooks/reader-audience.ts';
import { type Concerns, useConcerns } from '../../hooks/use-concerns.ts';
import { daysAhead } from '../../hooks/use-duties-query.ts';
import { useInterest } from '../../hooks/use-interest.ts';
import { useUid } from '../../hooks/use-user-data.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { DeadlineFilters } from '../../paths.ts';
import { ofReader, type ReaderDuty } from './of-reader.ts';

/* How far the screen looks back, in days. */
const daysBack = 90;

interface DatedEntries {
  /** `undefined` until all has loaded. */
  data?: { deadlines: Deadline[]; duties: ReaderDuty[] };
  queries: [UseQueryResult<Deadline[]>, UseQueryResult<Duty[]>];
  /** What the reader's answers decide; `undefined` where they decide nothing. */
  concerns: Concerns | undefined;
}

/** The deadlines and duties of the chosen tab: all, or those that concern the reader. */
export function useDatedEntries(filters: DeadlineFilters, today: string): DatedEntries {
  const language = useLanguage();
  const range = { from: daysAfter(today, -daysBack), to: daysAfter(today, daysAhead) };
  const answers = useConcerns();
  const interest = useInterest();
  const concerns = filters.tab === 'mine' && answers.answered ? answers : undefined;
  const deadlines = useDeadlines(filters, range, concerns !== undefined);
  const duties = useQuery(queries.duties({ ...range, from: today }, filters, language));
  const isOfTab = useDutyFilter(filters);
  const [found, all, report] = [deadlines.data, duties.data, concerns?.report];
  const decides = concerns !== undefined;
  const data = useMemo(() => {
    if (!found || !all || !isOfTab) return undefined;
    if (!decides) return { deadlines: found, duties: all.filter(isOfTab) };
    return report && interest && ofReader(found, all, { report, interest, language });
  }, [found, all, isOfTab, decides, report, interest, language]);
  return { ...(data && { data }), queries: [deadlines, duties], concerns };
}

/* The server knows what an account follows. What a visitor chose, and all answers, are known to this
   device alone. */
function useDeadlines(
  filters: DeadlineFilters,
  range: { from: string; to: string },
  byAnswers: boolean,
) {
  const language = useLanguage();
  const uid = useUid();
  const interest = useInterest();
  const isMine = filters.tab === 'mine' && !byAnswers;
  const own = useQuery({
    ...readerQueries.deadlines(uid ?? '', range, filters, language),
    enabled: isMine && uid !== undefined,
  });
  const select = useMemo(() => {
    if (!isMine) return (every: Deadline[]) => every;
    return (all: Deadline[]) => all.filter((deadline) => interest && reasonFor(deadline, interest));
  }, [isMine, interest]);
  const all = useQuery({
    ...queries.deadlines(range, filters, language),
    enabled: !isMine || (uid === undefined && interest !== undefined),
    select,
  });
  return isMine && uid !== undefined ? own : all;
}

/* Chooses the duties of the tab. With a role in the filters, the server sends only its duties. */
function useDutyFilter({ tab, role }: DeadlineFilters): ((duty: Duty) => boolean) | undefined {
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
